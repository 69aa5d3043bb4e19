/** `cosmiconfig` as bundled: graphile-worker is configured by its caller, not by files in the working directory. */
exports.cosmiconfigSync = () => ({ search: () => null })
