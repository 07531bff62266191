import * as z from 'zod/mini'
import { setting } from './values.ts'

export type AuditSettings = {
  /** How long sign-ins, downloads and what admins have read are kept, in ms. */
  accessKeptFor: number
}

const day = 86_400_000

export const auditEnvironment = {
  ACCESS_LOG_DAYS: setting(
    z._default(z.coerce.number().check(z.int(), z.gte(30), z.lte(3650)), 400),
    'days that the audit keeps sign-ins, downloads and what admins have read; changes and refusals are kept permanently',
  ),
}

const environment = z.object(auditEnvironment)

export function auditSettings(read: z.output<typeof environment>): AuditSettings {
  return { accessKeptFor: read.ACCESS_LOG_DAYS * day }
}
