import path from 'node:path'
import { serve } from '../shell/remote-kit/src/build/dev-server.ts'
import { storiesPreset } from '../shell/remote-kit/src/build/stories-preset.ts'
import { portIsTaken } from './ports.ts'

const root = path.resolve(import.meta.dirname, '..')
const port = Number(process.env['PORT'] ?? 3100)

if (await portIsTaken(port)) {
  console.error(
    `Port ${port} is taken. Choose another: PORT=${port + 1} npx -y pnpm@12 run stories`,
  )
  process.exit(1)
}
await serve(storiesPreset({ out: path.join(root, '.cache/stories'), dev: { port } }))
console.log(`\n  Component stories run at http://localhost:${port}. Stop: Ctrl-C\n`)
