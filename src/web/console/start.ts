// Runs before the first paint, so that the page does not flash in the wrong theme.
try {
  const theme = localStorage.getItem('svc-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage, the page has the theme of the system.
}
// A browser without a language (LANG=C) may report an invalid one, which makes libraries fail that format numbers.
try {
  new Intl.NumberFormat(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en' })
}
