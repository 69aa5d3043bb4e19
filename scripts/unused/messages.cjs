/** `debug` and `depd` as bundled: the sandbox has a log of its own, and calls nothing that is deprecated. */
module.exports = () => () => {}
