/** `jiti` as bundled for node-pg-migrate: all migrations are SQL. */
exports.createJiti = () => ({
  import() {
    throw new Error('Migrations are SQL files.')
  },
})
