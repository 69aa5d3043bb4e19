import { endWithoutOutput, noteCrash } from './output.ts'
import { createProgram, withCommand } from './program.ts'

const args = withCommand(process.argv.slice(2))
// A server goes on when nobody reads its log any more.
endWithoutOutput({ isServer: ['serve', 'proxy'].includes(args[0] as string) })
void run()

async function run(): Promise<void> {
  try {
    // `serve` starts faster without the commands for a running sandbox; the help lists them all.
    const program = await createProgram({ withControl: args[0] !== 'serve' })
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    // Node would print it raw, with what a server or a file put into it.
    noteCrash(error)
    process.exitCode = 1
  }
}
