import { vi } from 'vitest'

// The table of who may call which endpoint, with the portal's own accounts.
vi.stubEnv('TESTED_IDENTITY', 'portal')
await import('./access-table.test.ts')
