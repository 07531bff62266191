import { print } from '@portal/domain/print'
import { type Command, readArgs } from './command.ts'
import { openPortal } from './portal-connection.ts'
import { publishRemote } from './publish-remote.ts'
import { remoteFolder } from './remote-folders.ts'

export const publishCommand: Command = {
  summary:
    'Builds and checks a remote, uploads its files, reads each of them back, and registers the release. It runs nowhere until it is promoted.',
  usage: '[<remote>]',
  async run(args) {
    const { positionals } = readArgs(args, { options: {}, most: 1 })
    const remote = remoteFolder(positionals[0])
    const { release } = await publishRemote(openPortal(remote.name), remote)
    print(
      `${release} of ${remote.name} is published, and runs nowhere yet. For the QA cohort: portal promote ${remote.name} ${release}`,
      `Meanwhile the portal’s gate runner tries it under the portal’s own shell; every further step waits for its verdict.`,
    )
    return 0
  },
}
