import * as agendaTemplates from '@portal/contract/agenda-templates'
import * as agendas from '@portal/contract/agendas'
import * as allMeetings from '@portal/contract/all-meetings'
import * as audit from '@portal/contract/audit'
import * as bodies from '@portal/contract/bodies'
import * as bodyAccess from '@portal/contract/body-access'
import * as boardBooks from '@portal/contract/board-books'
import * as calendar from '@portal/contract/calendar'
import * as database from '@portal/contract/database'
import * as designatedAdmins from '@portal/contract/designated-admins'
import * as directory from '@portal/contract/directory'
import * as documents from '@portal/contract/documents'
import * as paperVersions from '@portal/contract/paper-versions'
import type { Endpoint } from '@portal/contract/endpoint'
import * as gateTrials from '@portal/contract/gate-trials'
import * as feeds from '@portal/contract/feeds'
import * as guests from '@portal/contract/guests'
import * as images from '@portal/contract/images'
import * as itemAudiences from '@portal/contract/item-audiences'
import * as leaving from '@portal/contract/leaving'
import * as mail from '@portal/contract/mail'
import * as mappings from '@portal/contract/mappings'
import * as meetings from '@portal/contract/meetings'
import * as newMeetings from '@portal/contract/new-meetings'
import * as noteExports from '@portal/contract/note-exports'
import * as notes from '@portal/contract/notes'
import * as notesPolicy from '@portal/contract/notes-policy'
import * as offeredReleases from '@portal/contract/offered-releases'
import * as outcomes from '@portal/contract/outcomes'
import * as overrides from '@portal/contract/overrides'
import * as ownSignIn from '@portal/contract/own-sign-in'
import * as ownMeetings from '@portal/contract/own-meetings'
import * as notices from '@portal/contract/notices'
import * as ownData from '@portal/contract/own-data'
import * as passwordSet from '@portal/contract/password-set'
import * as pointers from '@portal/contract/pointers'
import * as portal from '@portal/contract/portal'
import * as portalExports from '@portal/contract/portal-exports'
import * as previews from '@portal/contract/previews'
import * as problem from '@portal/contract/problem'
import * as publishing from '@portal/contract/publishing'
import * as quarters from '@portal/contract/quarters'
import * as questions from '@portal/contract/questions'
import * as replies from '@portal/contract/replies'
import * as reading from '@portal/contract/reading'
import * as releaseHealth from '@portal/contract/release-health'
import * as releaseTokens from '@portal/contract/release-tokens'
import * as releases from '@portal/contract/releases'
import * as remoteSettings from '@portal/contract/remote-settings'
import * as search from '@portal/contract/search'
import * as searchEverything from '@portal/contract/search-everything'
import * as secondFactor from '@portal/contract/second-factor'
import * as setup from '@portal/contract/setup'
import * as slotSettings from '@portal/contract/slot-settings'
import * as signIns from '@portal/contract/sign-ins'
import * as sync from '@portal/contract/sync'
import * as trustedPipelines from '@portal/contract/trusted-pipelines'
import { twinOf } from '@portal/contract/twins'
import * as undo from '@portal/contract/undo'
import * as uploads from '@portal/contract/uploads'
import * as users from '@portal/contract/users'
import * as vitals from '@portal/contract/vitals'
import * as z from 'zod/mini'

/** The contract's modules by feature; the reference uses the names of their exports. */
const features: Record<string, object> = {
  portal,
  calendar,
  agendas,
  agendaTemplates,
  documents,
  paperVersions,
  mail,
  mappings,
  meetings,
  allMeetings,
  newMeetings,
  quarters,
  questions,
  boardBooks,
  reading,
  notes,
  notesPolicy,
  noteExports,
  directory,
  bodies,
  bodyAccess,
  portalExports,
  images,
  setup,
  slotSettings,
  search,
  searchEverything,
  sync,
  undo,
  uploads,
  signIns,
  secondFactor,
  passwordSet,
  users,
  feeds,
  guests,
  itemAudiences,
  notices,
  ownMeetings,
  leaving,
  ownData,
  database,
  designatedAdmins,
  audit,
  replies,
  releases,
  releaseTokens,
  trustedPipelines,
  publishing,
  offeredReleases,
  gateTrials,
  pointers,
  remoteSettings,
  outcomes,
  releaseHealth,
  vitals,
  overrides,
  ownSignIn,
  previews,
  problem,
}

type Named = { feature: string; name: string }

/**
 * An endpoint's feature and its name in the contract: `{ feature: 'agendas', name: 'getAgenda' }`. The same for any meeting
 * is `getAgendaOfMeeting`.
 */
export const endpointNames: ReadonlyMap<Endpoint, Named> = new Map(
  Object.entries(features).flatMap(([feature, module]) =>
    Object.entries(module).flatMap(([name, value]): [Endpoint, Named][] => {
      if (!isEndpoint(value)) return []
      const twin = twinOf(value)
      return [
        [value, { feature, name }],
        ...(twin ? ([[twin, { feature, name: `${name}OfMeeting` }]] as [Endpoint, Named][]) : []),
      ]
    }),
  ),
)

/** The contract's object schemas by name: `Agenda`, `AgendaItem`. Enumerations are inlined. */
export const namedSchemas: Readonly<Record<string, z.core.$ZodType>> = Object.fromEntries(
  Object.values(features).flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      value instanceof z.core.$ZodObject
        ? [[`${name[0]!.toUpperCase()}${name.slice(1)}`, value]]
        : [],
    ),
  ),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'summary' in value
}
