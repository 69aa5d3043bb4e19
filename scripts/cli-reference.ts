import type { Command } from 'commander'
import { createProgram } from '../src/cli/program.ts'

/** `docs/cli.md`: the help of every command, as the terminal prints it. */
export async function cliReference(): Promise<string> {
  const program = await createProgram({ withControl: true })
  const commands = shownOf(program)
  const contents = commands.map((command) => {
    const title = `svc-sandbox ${command.name()}`
    return `- [\`${title}\`](#${title.replaceAll(' ', '-')}): ${command.description()}`
  })
  return `<!-- Made by \`npm run generate\` from the command definitions; do not edit. -->

# Command line

Every command prints its help with \`--help\`. An option takes precedence over its environment
variable: \`--port\` is \`SVC_PORT\`, \`--max-wait\` is \`SVC_MAX_WAIT\`. [Configuration](configuration.md) lists the variables of \`serve\`.

Names, messages and bodies come from servers, files and visitors. In the output, and in the log of \`serve\`, each character of them
that controls a terminal, reorders text or is invisible is an escape such as \`\\u001b\` or \`\\u202e\`, and a line end within a name is \`\\n\`.
Other text stays as it is, also Arabic, Hebrew and Chinese. Joiners (U+200C, U+200D) stay within emoji and between letters of
scripts that join letters, such as Arabic and Devanagari. With \`--json\` and in \`export\`, the same characters are escapes of JSON, so that a
program reads the original.

${contents.join('\n')}

${commands.flatMap((command) => sectionsOf(command, 'svc-sandbox')).join('\n')}`
}

/** A command and its subcommands; `parent` is what comes before the name, such as `svc-sandbox keys`. */
function sectionsOf(command: Command, parent: string, heading = '##'): string[] {
  const help = command
    .configureHelp({ ...command.configureHelp(), helpWidth: 100 })
    .helpInformation()
    .trimEnd()
  const title = `${parent} ${command.name()}`
  return [
    `${heading} ${title}\n\n\`\`\`text\n${help}\n\`\`\`\n`,
    ...shownOf(command).flatMap((child) => sectionsOf(child, title, '###')),
  ]
}

function shownOf(command: Command): Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((child) => child.name() !== 'help')
}
