// The import rules. docs/architecture.md lists them as a table; each rule has a deliberate
// violation in scripts/boundaries.test.ts.
/** The folders of all remotes, of the template for new ones, and of those that only journeys run. */
const remotes = '^(?:mf-[a-z][a-z0-9-]*|shell/remote-kit/template|e2e/remotes/[a-z0-9-]+)'
/** Tests, and modules that only tests import. */
const forTests = '(\\.test|-fixture|/testing)\\.tsx?$'

/** In the API, also suites, and what only tests need. */
const apiTests = ['\\.test\\.ts$', '-suite\\.ts$', '-fixtures?\\.ts$', '^api/src/testing/']

/** Calls the API, from browsers and from tests. */
const apiClient = '^shell/remote-kit/src/client\\.ts$'

/** The one file of an API feature that other code may import. */
const publicFile = '^api/src/features/(?<feature>[^/]+)/\\k<feature>-feature\\.ts$'

/** Only `allowed` (and packages from the registry) may be imported from `from`. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: forTests },
  to: { pathNot: [...allowed, 'node_modules', '^node:'], dependencyTypesNot: ['core'] },
})

/**
 * A feature imports itself, its remote's shared/ and addresses, and the features in `also`; its tests show its screens
 * by the whole remote. routes.ts, remote.ts and the admin's dashboard put features together.
 */
const featureFolder = (from, { except = [], also = [] }) => {
  const name = 'feature-folder'
  const folders = ['$2', 'shared', ...also].join('|')
  const allowed = [`^$1/src/(?:${folders})/`, '^$1/src/[a-z0-9-]+-paths\\.ts$']
  const rule = (path, pathNot, to) => ({
    name,
    severity: 'error',
    from: { path, pathNot },
    to: { path: '^$1/src/', pathNot: to },
  })
  return [
    rule(from, [...except, forTests], allowed),
    rule(`${from}.*${forTests}`, except, [...allowed, '^$1/src/remote\\.ts$']),
  ]
}

export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Types may refer to each other: nothing of them is left when the code runs.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^data:' },
    },
    only(
      'domain',
      '^api/domain/',
      ['^api/domain/'],
      'The domain imports nothing else of this workspace.',
    ),
    {
      name: 'domain-packages',
      comment:
        'The domain depends only on zod, temporal-polyfill and the list of common passwords.',
      severity: 'error',
      from: { path: '^api/domain/', pathNot: forTests },
      to: { path: 'node_modules', pathNot: 'node_modules/(zod|temporal-polyfill|@zxcvbn-ts)/' },
    },
    {
      name: 'domain-without-io',
      severity: 'error',
      from: { path: '^api/domain/' },
      to: { dependencyTypes: ['core'] },
    },
    only(
      'contract',
      '^api/contract/',
      ['^api/contract/', '^api/domain/'],
      'The contract depends only on the domain and zod.',
    ),
    {
      name: 'contract-zod-alone',
      severity: 'error',
      from: { path: '^api/contract/' },
      to: { path: 'node_modules', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'contract-moved',
      comment:
        'What the contract still exports for remotes in other repositories has a home elsewhere.',
      severity: 'error',
      from: { pathNot: forTests },
      to: { path: '^api/contract/src/moved\\.ts$' },
    },
    only('shared-ui', '^shared-ui/', ['^shared-ui/', '^api/contract/', '^api/domain/']),
    {
      name: 'stories',
      comment: 'Stories and their page are not shipped.',
      severity: 'error',
      from: { pathNot: '^shared-ui/stories/|\\.stories\\.tsx$' },
      to: { path: '^shared-ui/stories/|\\.stories\\.tsx$' },
    },
    {
      ...only('remote-kit', '^shell/remote-kit/src/', [
        '^shell/remote-kit/',
        '^shared-ui/',
        '^api/contract/',
        '^api/domain/',
      ]),
      from: {
        path: '^shell/remote-kit/src/',
        pathNot: ['/(testing|memory-api)', '^shell/remote-kit/src/cli/'],
      },
    },
    {
      ...only('portal-command', '^shell/remote-kit/(bin|src/cli)/', [
        '^shell/remote-kit/',
        '^api/contract/',
        '^api/domain/',
        '^api/src/testing/test-(api|portal)\\.ts$',
        '^scripts/',
      ]),
      comment: 'The command line runs a remote in a portal in memory, and uses the start scripts.',
    },
    {
      name: 'kit-without-command',
      comment: 'Code that is shipped to browsers, and its build, doesn’t use the command line.',
      severity: 'error',
      from: {
        path: '^(shell|mf-[a-z0-9-]+|shared-ui)/',
        pathNot: '^shell/remote-kit/(bin|src/cli)/',
      },
      to: { path: '^shell/remote-kit/(bin|src/cli)/' },
    },
    only('remote', `(${remotes})/`, [
      '^$1/',
      '^shell/remote-kit/',
      '^shared-ui/',
      '^api/contract/',
      '^api/domain/',
    ]),
    {
      name: 'remote-test',
      comment: 'A remote’s tests may use the API’s testing entry, and no other part of it.',
      severity: 'error',
      from: { path: `${remotes}/.*${forTests}` },
      to: {
        path: ['^api/(?!contract/|domain/|src/testing/test-api\\.ts$)', '^shell/(?!remote-kit/)'],
      },
    },
    ...featureFolder(`(${remotes})/src/([^/]+)/`, {
      except: ['^mf-admin/src/(agendas|mappings|uploads|dashboard|people|directory/import)/'],
    }),
    // These know the quarter that is being prepared, and two of them the dialog that prepares the next one.
    ...featureFolder('(^mf-admin)/src/(agendas|mappings|uploads)/', {
      also: ['quarters', 'meetings'],
    }),
    // A list of people has their terms.
    ...featureFolder('(^mf-admin)/src/(directory)/import/', { also: ['bodies'] }),
    // A person's page shows the entry and the account with the dialogs of both lists.
    ...featureFolder('(^mf-admin)/src/(people)/', { also: ['directory', 'users'] }),
    {
      name: 'shell',
      comment: 'Remotes are loaded at run time only.',
      severity: 'error',
      from: { path: '^shell/src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: ['^mf-', '^api/(?!contract/|domain/)', '^e2e/', '^scripts/'] },
    },
    {
      name: 'firebase-in-session',
      severity: 'error',
      comment: 'The pages of a portal with its own accounts load none of it.',
      from: {
        path: '^shell/src/',
        pathNot:
          '^shell/src/session/(firebase[a-z-]*|(embedded-)?sign-in-with-google)(\\.test)?\\.ts$',
      },
      to: { path: 'node_modules/(@firebase|firebase)/' },
    },
    {
      name: 'api',
      comment: 'The API imports nothing that is for browsers.',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^(?:shell|shared-ui|mf-[a-z0-9-]+)/', pathNot: apiClient },
    },
    {
      name: 'api-client',
      comment: 'Tests of the API call it as browsers do.',
      severity: 'error',
      from: { path: '^api/', pathNot: apiTests },
      to: { path: apiClient },
    },
    {
      name: 'api-platform',
      comment: 'The platform knows no feature and no adapter.',
      severity: 'error',
      from: { path: '^api/src/platform/', pathNot: apiTests },
      to: { path: '^api/src/(?!platform/|(access|refusal)\\.ts$)' },
    },
    {
      name: 'api-feature',
      comment: 'A feature imports itself, the platform, and other features’ public files.',
      severity: 'error',
      from: { path: '^api/src/features/([^/]+)/', pathNot: apiTests },
      to: {
        path: '^api/src/',
        pathNot: [
          '^api/src/features/$1/',
          '^api/src/platform/',
          '^api/src/(access|refusal)\\.ts$',
          publicFile,
          // A worker of board books draws with it; the public file would load the whole feature there.
          '^api/src/features/note-exports/annotated-copy-service\\.ts$',
        ],
      },
    },
    {
      name: 'api-public-file',
      comment:
        'What composes features uses their public files; the doctor’s checks belong to its command. A backup reads what all features have stored.',
      severity: 'error',
      from: {
        path: '^api/(src/[^/]+|commands/.+)\\.ts$',
        pathNot: [...apiTests, '^api/commands/(backup/.+|restore)\\.ts$'],
      },
      to: { path: '^api/src/features/(?!doctor/)', pathNot: publicFile },
    },
    {
      name: 'api-http',
      comment: 'Services and stores know nothing of requests and responses.',
      severity: 'error',
      from: {
        path: '^api/src/(features|platform|adapters)/',
        pathNot: [
          '^api/src/platform/http/',
          '^api/src/features/(page|reference)/',
          '-(feature|routes|response)\\.ts$',
          '^api/src/platform/(feature|identity/emulator-proxy)\\.ts$',
          '\\.test\\.ts$',
        ],
      },
      to: { path: '^api/src/platform/http/' },
    },
    {
      name: 'api-collection',
      comment: 'A feature asks another feature’s service, and never opens its collection.',
      severity: 'error',
      from: { path: '^api/src/(features/[^/]+|platform)/', pathNot: apiTests },
      to: {
        path: ['^api/src/.+/stored-[a-z-]+\\.ts$', '^api/src/.+-records\\.ts$'],
        pathNot: ['^api/src/$1/', '^api/src/platform/store/'],
      },
    },
    {
      name: 'ungated-papers',
      comment:
        'What hands papers to people asks `documents-service.ts`, which applies `mayRead`; these features store papers, or ask `visibility`.',
      severity: 'error',
      from: {
        path: '^api/src/(features|platform)/',
        pathNot: [
          '^api/src/features/(documents|visibility|mappings|sync|uploads|search|board-book|paper-changes|portal-exports)/',
          ...apiTests,
        ],
      },
      to: { path: '^api/src/features/documents/synced-documents-service\\.ts$' },
    },
    {
      name: 'adapter',
      comment: 'An adapter imports ports and the one SDK it adapts.',
      severity: 'error',
      from: { path: '^api/src/adapters/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: [
          '^api/src/adapters/(?!$1/)',
          '^api/src/(?!adapters/|features/|platform/|testing/|refusal\\.ts$)',
          '^api/src/.+-(feature|routes|service)\\.ts$',
        ],
      },
    },
    {
      name: 'sdk-in-adapters',
      severity: 'error',
      from: { path: '^api/src/', pathNot: ['^api/src/adapters/', '\\.test\\.ts$'] },
      to: {
        path: 'node_modules/(@node-rs|openid-client|ical\\.js|imapflow|rrule-temporal|windows-iana|firebase-admin|@google-cloud|@googleapis|@opentelemetry)/',
      },
    },
    {
      name: 'traces-when-on',
      comment: 'Nothing of OpenTelemetry is loaded unless traces are exported.',
      severity: 'error',
      from: { path: '^api/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^api/src/adapters/otlp/', dynamic: false },
    },
    {
      name: 'stand-in',
      comment: 'Fakes of external services are for tests and benchmarks.',
      severity: 'error',
      from: { path: '^api/', pathNot: ['\\.test\\.ts$', '/stand-in/'] },
      to: { path: '/stand-in/' },
    },
    only('e2e', '^e2e/(?!bench/|remotes/)', [
      '^e2e/',
      apiClient,
      '^api/contract/',
      '^api/domain/',
      '^api/src/adapters/(oidc/issuer|portal/provider)-fixture\\.ts$',
      // Draws what a browser has printed, and makes a PDF that nothing can open.
      '^api/src/features/sync/(first-page|picture-difference|sync-fixtures)\\.ts$',
      '^api/src/platform/background/heavy-work\\.ts$',
      // Lists the altered files of a backup, so that only the restore’s other checks are left.
      '^api/commands/backup/manifest\\.ts$',
      '^scripts/',
    ]),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // The last one imports a file that its package doesn't export: there is no other way to use the
    // same runtime.
    exclude: {
      path: ['(^|/)dist(-production)?/', '\\.css$', '(refresh-runtime|hot-remote)\\.cjs$'],
    },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
