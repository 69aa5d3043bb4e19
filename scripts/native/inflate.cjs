const { inflateRawSync } = require('node:zlib')

/** `tiny-inflate` as bundled: unpacks `source` into `target`, which has the size of what comes out. */
module.exports = (source, target) => {
  target.set(inflateRawSync(source))
  return target
}
