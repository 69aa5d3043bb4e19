// A browser that was started without a language of its own (LANG=C) may name one that none is called, and libraries that
// write numbers in it would not start.
try {
  new Intl.NumberFormat(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en' })
}
