/**
 * Which journeys a source file can break. No import leads from a journey to the portal's code, so this table does:
 * a file reaches the journeys of every row that matches its path.
 */
export const journeyTable: readonly (readonly [source: RegExp, journeys: readonly string[]])[] = [
  [
    /^mf-meetings\/src\/(agenda|all-meetings|materials|quarter-pages|shared)\//,
    ['member', 'reading', 'prepared-quarter', 'committee-meeting', 'term-ends'],
  ],
  [
    /^mf-meetings\/src\/(calendar|since-last-visit|upcoming-meeting)\//,
    ['member', 'first-screen', 'slow-line'],
  ],
  [/^mf-meetings\/src\/all-meetings\//, ['committee-meeting']],
  [
    /^mf-meetings\/src\/(asked-of-you|your-calendar)\//,
    ['first-screen', 'member-pages', 'accessibility'],
  ],
  [/^(shell\/src\/invited|mf-admin\/src\/guests)\//, ['guests-evening']],
  [/^mf-meetings\/src\/board-book\//, ['board-book']],
  [/^mf-meetings\/src\/meeting-mode\//, ['meeting-mode']],
  [/^mf-meetings\/src\/my-notes\//, ['my-notes']],
  [/^mf-meetings\/src\/[\w-]+\.\w+$/, ['member', 'every-page']],
  [/^mf-governance\//, ['member', 'member-pages']],
  [/^mf-directory\//, ['member-pages', 'admin-directory']],
  [
    /^mf-admin\/src\/(agendas|meetings)\//,
    ['prepared-quarter', 'admin-agenda', 'two-admins', 'committee-meeting'],
  ],
  [/^mf-admin\/src\/audit\//, ['admin-audit']],
  [/^mf-admin\/src\/calendar\//, ['every-page']],
  [/^mf-admin\/src\/directory\//, ['prepared-quarter', 'admin-directory', 'first-hour']],
  [
    /^mf-admin\/src\/(mappings|uploads|shared\/corrections)\//,
    ['prepared-quarter', 'admin-mappings', 'uploads', 'corrected-papers', 'committee-meeting'],
  ],
  [
    /^mf-admin\/src\/(quarters|dashboard|setup)\//,
    ['prepared-quarter', 'counted-quarter', 'first-hour'],
  ],
  [/^mf-admin\/src\/releases\//, ['admin-releases', 'release-approval']],
  [/^mf-admin\/src\/(users|people)\//, ['admin-users', 'second-factor']],
  [
    /^mf-admin\/src\/(bodies|exports|mail|notes|notices|questions|replies|shared|[\w-]+\.\w+$)/,
    ['prepared-quarter', 'every-page'],
  ],

  [
    /^shell\/src\/(session|account|invited)\//,
    ['sign-in', 'open-id-sign-in', 'account', 'second-factor', 'sign-out'],
  ],
  [/^shell\/src\/frame\//, ['frame', 'first-screen', 'slow-line']],
  [/^shell\/src\/search\//, ['search']],
  [/^shell\/src\/(override|member-view)\//, ['override', 'admin-releases']],
  [/^shell\/src\/(watch|vitals)\//, ['stopped-tab', 'updates']],
  [
    /^shell\/src\/[\w-]+\.\w+$/,
    ['frame', 'sign-in', 'remotes', 'release-chain', 'release-faults', 'updates', 'every-page'],
  ],
  [/^shell\/remote-kit\/(bin|src\/cli|template)\//, ['portal-cli', 'release-gate', 'qa']],
  [/^shell\/(src\/(federation|earlier-majors)|remote-kit\/src\/build\/)/, ['next-major']],
  [
    /^shell\/remote-kit\/src\//,
    ['every-page', 'member', 'prepared-quarter', 'hard-times', 'two-majors'],
  ],

  [
    /^shared-ui\/(src\/viewer|src\/reading)/,
    ['viewer', 'reading', 'my-notes', 'marks', 'pictures', 'chairs-evening'],
  ],
  [/^shared-ui\//, ['stories', 'every-page', 'accessibility', 'accessibility-media']],

  [
    /^api\/src\/features\/(agendas|meetings|calendar)\//,
    ['admin-agenda', 'two-admins', 'member', 'prepared-quarter'],
  ],
  [/^api\/src\/(platform\/audit|features\/undo)\//, ['admin-audit', 'altered-data']],
  [/^api\/src\/features\/board-book\//, ['board-book']],
  [/^api\/src\/platform\/(files|pdf)\//, ['board-book', 'uploads']],
  [/^api\/src\/platform\/background\//, ['board-book', 'prepared-quarter']],
  [
    /^api\/src\/features\/(quarters|setup|visibility)\//,
    ['prepared-quarter', 'admin-mappings', 'member', 'search', 'term-ends'],
  ],

  [/^api\/src\/features\/(bodies|directory)\//, ['admin-directory', 'member-pages']],
  [
    /^api\/src\/features\/(documents|images|sync|uploads|scrub|storage-use)\//,
    ['prepared-quarter', 'uploads', 'corrected-papers', 'drive-removals', 'faults'],
  ],
  [
    /^api\/src\/features\/(mappings|slot-settings)\//,
    ['admin-mappings', 'prepared-quarter', 'member'],
  ],
  [/^api\/src\/features\/(notes|note-exports)\//, ['my-notes', 'corrected-papers']],
  [/^api\/src\/features\/(paper-changes|reading)\//, ['paper-versions']],
  [/^api\/src\/features\/(page|portal|reports)\//, ['first-screen', 'remotes', 'many-teams']],
  [
    /^api\/src\/features\/releases\//,
    ['admin-releases', 'release-approval', 'releases', 'release-token', 'stranger', 'two-teams'],
  ],
  [/^api\/src\/features\/search\//, ['search']],
  [
    /^(api\/src\/features|mf-meetings\/src\/shared|shell\/remote-kit\/src)\/questions\/|asked-passage/,
    ['questions'],
  ],
  [
    /^(api\/src\/features|mf-(admin|meetings)\/src(\/shared)?|shell\/remote-kit\/src)\/replies\//,
    ['questions', 'replies'],
  ],
  [
    /^api\/src\/(features\/(feeds|mail|notices|questions|replies)|platform\/links)\//,
    ['member', 'first-screen', 'mail-scanner', 'three-weeks'],
  ],
  [
    /^(mf-admin\/src\/notices|shell\/src\/account\/own-notices|scripts\/(portal-host|hosted-portals))/,
    ['three-weeks'],
  ],
  [
    /^api\/src\/(features\/(users|guests)|platform\/identity)\//,
    ['admin-users', 'account', 'stolen-sign-in', 'look-alike', 'guest', 'guests-evening'],
  ],
  [
    /^api\/(src\/(platform\/(http|resilience|metrics|env)|features\/(reference|doctor)|testing)|commands)\//,
    ['api', 'slow-clients', 'api-tour'],
  ],
  [/^api\/src\/(adapters|platform\/store)\//, ['prepared-quarter', 'api', 'faults']],
  [/^api\/src\/features\/portal-exports\//, ['every-page']],
  [/^api\/(contract|sample|domain)\//, ['api', 'every-page']],
  [/^docs\/(api|a-remote|portal-command|qa)/, ['api-tour', 'qa']],
  [/^scripts\/own-portal\.ts$/, ['first-hour']],
  [/^scripts\/(start|steps|ports|exit-with-parent)\.ts$/, ['start']],
  [/^scripts\/dev\.ts$/, ['dev']],
  [/^(Dockerfile|\.dockerignore|deploy\/|firebase\.json)/, ['image']],
  [/^(deploy\/plain-server|api\/commands)\//, ['plain-server']],
  [/^e2e\/snapshots\//, ['readme-pictures']],
]

/** The names of the journeys that a change of this file can break. */
export function journeysOf(file: string): string[] {
  if (/\.(test|stories)\.tsx?$/.test(file)) return []
  return journeyTable
    .filter(([source]) => source.test(file))
    .flatMap(([, journeys]) => [...journeys])
}
