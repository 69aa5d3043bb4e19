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

Names, messages and bodies come from servers, files and visitors, so the output and the log of \`serve\` escape characters that could
mislead you:

| Characters | In the output |
| --- | --- |
| control characters, characters that reorder text, invisible characters | an escape such as \`\\u001b\` or \`\\u202e\`, or a JSON escape with \`--json\` and in \`export\` |
| line breaks within a name | \`\\n\` |
| joiners (U+200C, U+200D) | unchanged within emoji and scripts that join letters, such as Arabic and Devanagari; otherwise an escape |
| other text, including Arabic, Hebrew and Chinese | unchanged |

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
