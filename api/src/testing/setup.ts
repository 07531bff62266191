import { keptWorkers } from './kept-workers-fixture.ts'
import { useWorkers } from '../platform/background/worker-thread.ts'

useWorkers(keptWorkers())
