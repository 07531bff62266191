/** What a version of the packages changes in the sources of a remote. */
export type Migration = {
  /** The version that made the change: `@portal/contract 1.3.0`. */
  since: string
  /** Exports that have another module or name now. The first row that names an export applies. */
  moved?: MovedExports[]
  renamedProps?: RenamedProp[]
  /** Exports whose use a person has to change. */
  byHand?: ByHand[]
}

type MovedExports = {
  from: string
  to: string
  /** All exports of the module, unless they are named. */
  names?: readonly string[]
  /** The new names of those that are renamed too. */
  renamed?: Record<string, string>
}

type RenamedProp = { module: string; component: string; from: string; to: string }

type ByHand = { module: string; name: string; sentence: string }

/** The rules that were in the contract, by the module of the domain that has them now. */
const rules: Record<string, readonly string[]> = {
  'audit-differences': ['differences', 'Difference', 'fieldName'],
  'audit-words': [
    'AccessKind',
    'accessKinds',
    'changeInWords',
    'entryInWords',
    'knownChanges',
    'subjectInWords',
    'valueInWords',
    'whoInWords',
  ],
  'contains-words': ['containsWords'],
  'frame-parts': ['hasWideLogo', 'helpAddress', 'initialOf'],
  greeting: ['greeting'],
  'listed-notes': [
    'everyNote',
    'NotedPaper',
    'notedPaper',
    'notedPapers',
    'NoteEntry',
    'notesByPaper',
    'placedNotes',
  ],
  menu: [
    'isCurrentEntry',
    'isReadingAddress',
    'menuIconId',
    'menuOf',
    'slotParts',
    'SlotPart',
    'stoppedIn',
  ],
  'note-subject': ['PageRectangle', 'targetFor', 'withdrawnQuotation'],
  'preview-words': ['previewInWords', 'fewestPreviewers'],
  'release-collisions': ['collisionsOf', 'ReleaseClaims'],
  'release-compatibility': [
    'incompatibilitiesOf',
    'manifestFault',
    'PortalVersions',
    'isForTools',
    'remoteContract',
  ],
  'screen-addresses': ['addressOf', 'addressOfDocument', 'addressOfFound', 'agendaItemAnchor'],
  'snippet-parts': ['MarkedText', 'SnippetPart', 'snippetParts'],
  'texts-to-find': ['textsIn', 'textsToFind'],
  'version-ranges': ['firstUnmet', 'satisfies'],
}

/** The modules of the contract that had them. */
const formerModules = [
  'audit-differences',
  'audit-words',
  'collisions',
  'contains-words',
  'frame',
  'greeting',
  'listed-notes',
  'note-subject',
  'preview-words',
  'ranges',
  'release-compatibility',
  'screen-addresses',
  'snippet-parts',
  'texts-to-find',
  'previews',
  'releases',
]

const inContract = (module: string) => `@portal/contract/${module}`
const inDomain = (module: string) => `@portal/domain/${module}`

/** Every change so far, the earliest first. All of them apply to any earlier version, and change nothing twice. */
export const migrations: readonly Migration[] = [
  {
    since: '@portal/contract 1.3.0',
    moved: [
      { from: inContract('client'), to: inContract('sign-ins'), names: ['backgroundHeader'] },
      { from: inContract('client'), to: '@portal/remote-kit/client' },
      { from: inContract('silence'), to: '@portal/shared-ui/silence' },
      ...formerModules.flatMap((module) =>
        Object.entries(rules).map(([to, names]) => ({
          from: inContract(module),
          to: inDomain(to),
          names,
        })),
      ),
      { from: inContract('users'), to: inDomain('google-user'), names: ['isGoogleUser'] },
      {
        from: inContract('notes'),
        to: inContract('note-target'),
        names: [
          'inkSelector',
          'noteSelector',
          'NoteSelector',
          'noteTarget',
          'NoteTarget',
          'pageSelector',
          'positionSelector',
          'quoteSelector',
          'rectangleSelector',
        ],
      },
      {
        from: inContract('notes'),
        to: inDomain('mark-colors'),
        names: ['NoteColor', 'noteColors'],
      },
      {
        from: inContract('vitals'),
        to: inDomain('vitals'),
        names: [
          'lastBucket',
          'vitalBucketOf',
          'VitalMetric',
          'vitalsInWords',
          'vitalText',
          'vitalValueAt',
        ],
      },
      {
        from: inContract('pointers'),
        to: inContract('compositions'),
        names: ['findCompositions', 'getComposition', 'personComposition', 'PersonComposition'],
      },
      { from: inContract('endpoint'), to: inDomain('path-of'), names: ['pathOf'] },
      {
        from: inContract('undo'),
        to: inDomain('undoable-changes'),
        names: ['isUndoable', 'undoneEntries'],
      },
      {
        from: inContract('email-address'),
        to: inDomain('email-address'),
        names: ['comparableEmail', 'isEmailAddress', 'isEmailOfDomain'],
      },
    ],
    byHand: ['noteSubject', 'NoteSubject'].map((name) => ({
      module: inContract('note-subject'),
      name,
      sentence:
        'use subjectOf of @portal/domain/note-subject, which has the words with their context, and points with names.',
    })),
  },
]
