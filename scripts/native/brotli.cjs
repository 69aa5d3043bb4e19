const { brotliDecompressSync } = require('node:zlib')

/** `brotli/decompress.js` as bundled. */
module.exports = (source) => new Uint8Array(brotliDecompressSync(source))
