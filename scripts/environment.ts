import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { environmentReference } from '../api/src/env/reference.ts'

/** Writes the page that says what can be set, from the schema that reads it. */
writeFileSync(path.resolve(import.meta.dirname, '../docs/environment.md'), environmentReference())
