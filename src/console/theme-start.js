// Before the first paint, so that a page in the theme that was chosen does not flash in the other one.
try {
  const theme = localStorage.getItem('svc-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // A browser that keeps nothing for pages shows the theme of its system.
}
