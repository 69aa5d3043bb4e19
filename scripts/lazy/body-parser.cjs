/** `body-parser` as bundled: loaded with the first body, because no start needs it. */
for (const name of ['json', 'raw', 'text', 'urlencoded']) {
  exports[name] = (options) => {
    let parser
    return (req, res, next) => {
      parser ??= require('../../node_modules/body-parser/index.js')[name](options)
      parser(req, res, next)
    }
  }
}
