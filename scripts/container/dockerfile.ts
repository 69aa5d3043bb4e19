/** What the last stage of a Dockerfile says about its image. */
export interface Image {
  /** Commands of `RUN`, in order. */
  commands: string[]
  environment: Record<string, string>
  folder: string
  user: string
  /** `ENTRYPOINT` and `CMD`. */
  start: string[]
  healthCheck: string[]
}

/** Reads the instructions that our Dockerfile uses, with `ENTRYPOINT`, `CMD` and the health check as JSON arrays. */
export function readImage(text: string): Image {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
  const stage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')) + 1)
  const all = (instruction: string) =>
    stage
      .filter((line) => line.startsWith(`${instruction} `))
      .map((line) => line.slice(instruction.length).trim())
  const last = (instruction: string) => all(instruction).at(-1) ?? ''
  const assignments = all('ENV').flatMap((line) => line.split(/\s+/).map((pair) => pair.split('=')))
  return {
    commands: all('RUN'),
    environment: Object.fromEntries(assignments),
    folder: last('WORKDIR'),
    user: last('USER'),
    start: [...JSON.parse(last('ENTRYPOINT')), ...JSON.parse(last('CMD'))],
    healthCheck: JSON.parse(last('HEALTHCHECK').replace(/^.*?CMD /, '')),
  }
}
