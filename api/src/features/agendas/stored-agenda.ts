import { agendaNotCreated } from '@portal/domain/agenda-sentences'
import type { Quarter } from '@portal/domain/quarter'
import * as z from 'zod/mini'
import { Refusal } from '../../refusal.ts'
import { defineCollection } from '../../platform/store/collection.ts'

/** Agendas are stored as they were sent, and normalized when they are read. */
export const agendasCollection = defineCollection('agendas', z.looseObject({}))

export function noAgenda(quarter: Quarter): Refusal {
  return new Refusal('notFound', agendaNotCreated(quarter))
}
