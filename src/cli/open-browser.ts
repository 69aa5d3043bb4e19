/** Opens a page in the browser. Does nothing where there is no display or no browser: the address is printed anyway. */
export async function openBrowser(url: string): Promise<void> {
  if (!hasDisplay(process.platform, process.env)) return
  try {
    const { default: open } = await import('open')
    const opener = await open(url)
    opener.on('error', () => {})
  } catch {
    // No program opens pages here.
  }
}

/** Whether a window could appear: not in a container, in CI or over SSH. */
export function hasDisplay(
  platform: NodeJS.Platform,
  env: Record<string, string | undefined>,
): boolean {
  if (platform !== 'linux') return true
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME)
}
