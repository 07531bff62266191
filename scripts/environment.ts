import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { environmentReference } from '../api/src/env/reference.ts'

/** Writes docs/environment.md from the settings schema. */
writeFileSync(path.resolve(import.meta.dirname, '../docs/environment.md'), environmentReference())
