import { keptWorkers } from './kept-workers-fixture.ts'
import { useWorkers } from './background/worker-thread.ts'

useWorkers(keptWorkers())
