/** Why `command` can't run on a system; undefined when it can. */
export function whyNot(command: string, platform: NodeJS.Platform): string | undefined {
  if (platform === 'linux') return undefined
  return `${command} needs Linux: it reads memory and CPU time of processes from /proc, which ${platform} does not have. A Linux container will do.`
}

/** Ends the process with a message, before anything is started, where there is no /proc. */
export function needLinux(command: string): void {
  const reason = whyNot(command, process.platform)
  if (reason === undefined) return
  console.error(reason)
  process.exit(2)
}
