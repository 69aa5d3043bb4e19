/** Has Swagger UI, which knows themes by a class, show the one of the system or the one chosen in the console. */
export function followTheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const { theme = dark.matches ? 'dark' : 'light' } = document.documentElement.dataset
    document.documentElement.classList.toggle('dark-mode', theme === 'dark')
  }
  dark.addEventListener('change', apply)
  apply()
}
