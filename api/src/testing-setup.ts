import { keptWorkers } from './kept-workers-fixture.ts'
import { useWorkers } from './worker-thread.ts'

useWorkers(keptWorkers())
