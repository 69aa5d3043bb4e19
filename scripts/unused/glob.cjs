/** `glob` as bundled: node-pg-migrate gets a folder, not a pattern. */
exports.glob = () => {
  throw new Error('The package has no glob.')
}
