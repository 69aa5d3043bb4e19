/** What node-pg-migrate loads and never uses here, as bundled: our migrations are SQL files of one folder, not a pattern. */
exports.createJiti = exports.glob = () => ({})
