import { type Call, isApiError } from '@portal/contract/client'
import {
  listMappings,
  type MappingChange,
  type ResourceMapping,
  resourceMapping,
  saveMapping,
} from '@portal/contract/mappings'
import { prepareQuarter } from '@portal/contract/meetings'
import type { Quarter } from '@portal/contract/quarter'
import { mappingId, slotOf } from '@portal/contract/slots'
import { communicationsRefresh } from '@portal/remote-kit/communications-refresh'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@portal/remote-kit/query'
import { isOutrun, toldSentence } from '../shared/error-message.ts'

/** Every mapping by its id, the inactive ones too. */
export type Mappings = Record<string, ResourceMapping>

const mappingsKey = ['mappings']

export function mappingsQuery(call: Call) {
  return queryOptions({
    queryKey: mappingsKey,
    queryFn: ({ signal }): Promise<Mappings> => call(listMappings, {}, { signal }),
    // What is about to be edited is always asked for anew.
    refetchOnMount: 'always',
  })
}

/** The slot that leads members to a quarter's agenda, as far as it has been read. */
export type AgendaSlot = {
  mapping: ResourceMapping | undefined
  isPending: boolean
  isKnown: boolean
}

export function useAgendaSlot(quarter: Quarter): AgendaSlot {
  const { call } = usePortal()
  const { data, isPending } = useQuery(mappingsQuery(call))
  const mapping = data?.[mappingId({ kind: 'meeting', ...quarter, materialType: 'agenda' })]
  return { mapping, isPending, isKnown: data !== undefined }
}

export type MappingSave = {
  id: string
  change: MappingChange
  /** Which revision the change was made from; undefined where the slot had no mapping. */
  revision: number | undefined
}

export function useSaveMapping() {
  const { call } = usePortal()
  const client = useQueryClient()
  const keep = useKeepMapping()
  return useMutation({
    mutationFn: ({ id, change, revision }: MappingSave) =>
      call(saveMapping, { params: { id }, body: change, revision: revision ?? 'new' }),
    // An answer that is under way was made before this save and would undo it on the screen.
    onMutate: () => client.cancelQueries({ queryKey: mappingsKey }),
    onSuccess: (mapping) => {
      keep(mapping)
      const kind = slotOf(mapping.id)?.kind
      if (kind === 'governance' || kind === 'communications') forgetFirstPaint(kind)
      if (kind === 'communications') communicationsRefresh.set()
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: mappingsKey })
    },
  })
}

/** What the members' pages of this device would paint before they have asked (specification, sections 3 and 4). */
function forgetFirstPaint(kind: 'governance' | 'communications'): void {
  try {
    localStorage.removeItem(`${kind}Mappings`)
  } catch {
    // Where nothing may be stored, nothing stands.
  }
}

/** Sets a quarter's slots up as those of the quarter before; answers with what was made. */
export function usePrepareQuarter() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ year, quarter }: Quarter) => call(prepareQuarter, { params: { year, quarter } }),
    onSuccess: ({ made }) => {
      client.setQueryData<Mappings>(
        mappingsKey,
        (all) => all && { ...all, ...Object.fromEntries(made.map((one) => [one.id, one])) },
      )
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: mappingsKey })
      // A native slot begins a draft.
      void client.invalidateQueries({ queryKey: ['agendas'] })
    },
  })
}

/** Has the mappings asked for again, where a change of something else may have changed them. */
export function useRefreshMappings() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: mappingsKey })
}

/** Puts one mapping, as the server stores it, among those that are shown. */
export function useKeepMapping() {
  const client = useQueryClient()
  return (mapping: ResourceMapping) => {
    client.setQueryData<Mappings>(mappingsKey, (all) => ({ ...all, [mapping.id]: mapping }))
  }
}

/** Shows what is stored now: what the server's refusal told, else what it answers when asked. */
export function useReloadMapping() {
  const { call } = usePortal()
  const client = useQueryClient()
  const keep = useKeepMapping()
  return async (id: string, told: ResourceMapping | undefined) => {
    if (told) {
      keep(told)
      return told
    }
    const all = await client.fetchQuery({ ...mappingsQuery(call), staleTime: 0 })
    return all[id]
  }
}

export type SaveFailure =
  | { kind: 'stale'; theirs: ResourceMapping | undefined }
  | { kind: 'refused'; sentence: string }

/** Why a save came to nothing; the server's sentence where it gave one. */
export function saveFailure(error: unknown, fallback: string): SaveFailure {
  if (isApiError(error) && isOutrun(error)) {
    return { kind: 'stale', theirs: resourceMapping.safeParse(error.current).data }
  }
  return { kind: 'refused', sentence: toldSentence(error) ?? fallback }
}
