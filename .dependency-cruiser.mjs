// The arrows of docs/architecture.md: who may know whom. A new folder gets its sentence here before its first import.

const domain = '^backend/src/domain/';
const projections = '^backend/src/projections/';
const infrastructure = '^backend/src/infrastructure/';
const port = '^backend/src/infrastructure/.+[.]port[.]ts$';
const kernel = '^backend/src/kernel/';
/** How a field of a request, an answer or a document is declared. */
const contract = '^backend/src/contract/';
/** What page and server must agree on: plain functions of texts and bytes. */
const shared = '^backend/src/shared/';
/** The public address of the site, and the signed links to it. */
const site = '^backend/src/site/';
/** The contracts of the kernel lie at its top; the folders below hold the machinery. */
const contracts = '^backend/src/kernel/[^/]+[.]ts$';

/** Files that hold one way to do what a port promises: one database, one provider. */
const adapter = `${infrastructure}[a-z/-]+/(?:sqlite|folder|openai|demo|smtp|eventstore|mongo|stripe|s3|satori)-[^/]+[.]tsx?$`;

/** Where the driver of each database may be known. */
const drivers = {
  'better-sqlite3': `${infrastructure}sqlite/`,
  mongodb: `${infrastructure}(?:[a-z-]+/mongo-[^/]+[.]ts$|mongo/)`,
  '@eventstore/db-client': `${infrastructure}event-log/eventstore/`,
  '@aws-sdk/client-s3': `${infrastructure}images/s3-image-store[.]ts$`,
};

/** What a feature offers to other features. */
const publicFiles = [
  '^frontend/src/features/boosts/(?:boost-search[.]ts|(?:ApplyBoostDialog|ApplyYourBoost|PostBoost|UnusedBoosts)[.]tsx)$',
  '^frontend/src/features/comments/Comments[.]tsx$',
  '^frontend/src/features/decisions/(?:decisions[.]queries[.]ts|(?:Appeal|DecisionsSection|WithheldNote)[.]tsx)$',
  '^frontend/src/features/inbox/InboxEntries[.]tsx$',
  '^frontend/src/features/layout/use-leave[.]ts$',
  '^frontend/src/features/live/fresh-posts[.]ts$',
  '^frontend/src/features/own-posts/(?:DeletePost|OwnPosts)[.]tsx$',
  '^frontend/src/features/rate/rate[.]queries[.]ts$',
  '^frontend/src/features/score-sheet/(?:EarlierSheet|JudgeSheet)[.]tsx$',
  '^frontend/src/features/post/post[.]queries[.]ts$',
  '^frontend/src/features/report/ReportControl[.]tsx$',
  '^frontend/src/features/session/(?:ChangePassword|MembersGate|PendingEmail|SessionsSection|SignInAgain)[.]tsx$',
];

/** What Node, npm and the type packages bring; everything else is ours. */
const packages = ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'];

/** One forbidden arrow: what it says reads as the sentence that a breach prints. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Files under `path` may know nothing of ours but what matches one of `known`. */
const knowsOnly = (name, comment, path, known) =>
  forbid(name, comment, { path }, { path: '^(?:backend|frontend)/', pathNot: ['node_modules/', ...known] });

export default {
  forbidden: [
    knowsOnly(
      'kernel-stands-alone',
      'The kernel knows nothing of photos: no rule, no view, no adapter.',
      kernel,
      [kernel],
    ),
    knowsOnly(
      'domain-is-pure',
      'What may happen depends on nothing but what may happen, and on three contracts, derived ids and the events of the kernel.',
      domain,
      [domain, '^backend/src/kernel/(?:aggregate|derived-id|event|field|kernel-events)[.]ts$'],
    ),
    forbid(
      'domain-needs-no-packages',
      'The domain is plain TypeScript: no framework, no clock, no random, no input or output.',
      { path: domain },
      { dependencyTypes: packages },
    ),
    knowsOnly(
      'projections-fold-events',
      'A view is folded from events alone, and its reader answers from the document store’s port, also with the facts that commands bring along.',
      projections,
      [
        projections,
        // Not what decides across aggregates. That a view asks no rule of one is in `scripts/checks/sources.mjs`.
        '^backend/src/domain/(?!aggregates[.]ts|acts/implied-acts[.]ts)',
        contracts,
        contract,
        shared,
      ],
    ),
    knowsOnly(
      'shared-runs-everywhere',
      'What the browser runs, too, knows nothing of ours but itself.',
      shared,
      [shared],
    ),
    forbid(
      'shared-needs-no-packages',
      'What the browser runs, too, is plain TypeScript, without packages and without Node.',
      { path: shared },
      { dependencyTypes: packages },
    ),
    knowsOnly(
      'contract-stands-alone',
      'How a field is declared depends on the libraries that validate and document it, and on what page and server share.',
      contract,
      [contract, shared],
    ),
    knowsOnly(
      'site-signs-links',
      'A link to the site knows its address, the secret that signs it and the kinds of mail that it stops.',
      site,
      [
        site,
        '^backend/src/domain/account/mail-kind[.]ts$',
        '^backend/src/infrastructure/sessions/server-secret[.]ts$',
      ],
    ),
    knowsOnly(
      'reactions-turn-events-into-commands',
      'A reaction hears events, asks the readers of views, and acts by commands and ports.',
      '^backend/src/reactions/',
      ['^backend/src/reactions/', domain, projections, port, contracts, site],
    ),
    knowsOnly(
      'api-asks-by-commands-readers-and-ports',
      'The outside asks through commands, readers and ports. Of the machinery it knows how a photo is taken in, what a failed write lacks, which file is damaged, the secret that signs, what /health reports on, and what owners do about it.',
      '^backend/src/api/',
      [
        '^backend/src/api/',
        domain,
        projections,
        port,
        contracts,
        contract,
        shared,
        site,
        '^backend/src/infrastructure/disk/(?:damaged-file|shortage)[.]ts$',
        '^backend/src/infrastructure/images/(?:photo|photo-refused[.]error)[.]ts$',
        '^backend/src/infrastructure/sessions/server-secret[.]ts$',
        '^backend/src/kernel/(?:log/(?:log-check|log-reader|quarantine|quarantine-retry)|views/(?:build-views|compare-views|projector|running-view|trial-builds)|reactions/reactor)[.]ts$',
      ],
    ),
    forbid(
      'controllers-stand-on-http',
      'What every controller stands on knows none of the rooms that stand on it.',
      { path: '^backend/src/api/http/' },
      { path: '^backend/src/api/', pathNot: '^backend/src/api/http/' },
    ),
    knowsOnly(
      'modules-compose',
      'A module only lists what belongs to a capability: controllers, services, readers and timers.',
      '^backend/src/modules/',
      ['^backend/src/modules/', '^backend/src/api/', projections, '^backend/src/reactions/', contracts],
    ),
    forbid(
      'modules-are-known-at-the-root',
      'Modules are put together in the application’s root module and nowhere else.',
      { path: '^backend/src/', pathNot: ['^backend/src/modules/', '^backend/src/app[.]module[.]ts$'] },
      { path: '^backend/src/modules/' },
    ),
    forbid(
      'readers-answer-api-and-reactions',
      'Only the API and reactions ask views, by their readers; what composes the program hands the readers on.',
      {
        path: '^backend/src/',
        pathNot: [
          '^backend/src/(?:api|reactions|modules|demo)/',
          projections,
          '^backend/src/(?:composition|tools)/',
        ],
      },
      { path: projections },
    ),
    knowsOnly(
      'infrastructure-serves-ports',
      'Adapters know ports, the contracts of the kernel and the values in events; no rule, no view and no controller.',
      infrastructure,
      [
        infrastructure,
        contracts,
        shared,
        '^backend/src/domain/(?:money|payment/stripe-event|.+-facts)[.]ts$',
      ],
    ),
    forbid(
      'adapters-are-chosen-in-one-place',
      'Only where the application is put together, in its tools, and where its files are copied, is an adapter known by name.',
      {
        path: '^backend/src/',
        pathNot: ['^backend/src/(?:backup|composition|demo|tools)/', infrastructure],
      },
      { path: adapter },
    ),
    forbid(
      'adapters-keep-to-themselves',
      'An adapter shares code with those of its own kind, in its own folder.',
      { path: '^backend/src/infrastructure/([^/]+)/', pathNot: '[.]port[.]ts$' },
      { path: adapter, pathNot: '^backend/src/infrastructure/$1/' },
    ),
    ...Object.entries(drivers).map(([driver, home]) =>
      forbid(
        `driver-stays-in-its-adapters: ${driver}`,
        'The driver of a database is known to its adapters alone; benchmarks may measure it bare, and tests may stage it.',
        { pathNot: ['^bench/', '^backend/test/(?:support|servers|contracts)/', home] },
        { path: `^node_modules/(?:@types/)?${driver}/` },
      ),
    ),
    knowsOnly(
      'operators-ask-what-the-api-asks',
      'A command of operators asks services of the API, scheduled reactions and what runs in the kernel; it knows no adapter and no module.',
      '^backend/src/control/',
      ['^backend/src/control/', '^backend/src/(?:api|reactions)/', domain, port, kernel],
    ),
    knowsOnly(
      'backups-copy-what-adapters-keep',
      'A backup copies the files of adapters, and reads the log for what has to fit together; a restore composes the program on them. Neither knows a view, a reaction or a screen.',
      '^backend/src/backup/',
      [
        '^backend/src/(?:backup|composition)/',
        '^backend/src/(?:app[.]module|config)[.]ts$',
        domain,
        infrastructure,
        kernel,
      ],
    ),
    knowsOnly(
      'tools-compose-or-ask-the-server',
      'A command line tool composes the program or asks the running server; it knows no screen and no reader.',
      '^backend/src/tools/',
      [
        '^backend/src/(?:tools|backup|control|composition|process)/',
        '^backend/src/(?:app[.]module|config)[.]ts$',
        '^backend/src/api/http/(?:email-address|openapi)[.]ts$',
        site,
        '^backend/src/reactions/reconciliation/report[.]ts$',
        '^backend/src/projections/projections[.]ts$',
        '^backend/src/infrastructure/clock/system-clock[.]ts$',
        domain,
        port,
        kernel,
      ],
    ),
    knowsOnly(
      'process-serves-every-program',
      'What every program of the backend does as a process, such as refusing to start, knows errors and settings, but no part of the product.',
      '^backend/src/process/',
      ['^backend/src/(?:process|kernel|infrastructure)/', '^backend/src/config[.]ts$'],
    ),
    forbid(
      'nobody-knows-the-tools',
      'The demo community and the command line tools use the application; it does not know them.',
      { path: '^backend/src/', pathNot: '^backend/src/(?:demo|tools)/' },
      { path: '^backend/src/(?:demo|tools)/' },
    ),
    forbid(
      'sides-meet-in-the-contract',
      'Browser and server share the contract in openapi.json, and of the code only what both must decide alike.',
      { path: '^(backend|frontend)/' },
      { path: '^(?:backend|frontend)/', pathNot: ['^$1/', '^backend/openapi[.]json$', shared] },
    ),
    forbid(
      'features-do-not-know-routes',
      'A route puts a feature on a page; the feature does not know which.',
      { path: '^frontend/src/features/' },
      { path: '^frontend/src/(?:routes/|routeTree[.]gen|main[.])' },
    ),
    forbid(
      'features-keep-to-themselves',
      'A feature uses lib, components and api, and of another feature only its public file, which stands in the list above.',
      { path: '^frontend/src/features/([^/]+)/' },
      { path: '^frontend/src/features/', pathNot: ['^frontend/src/features/$1/', ...publicFiles] },
    ),
    {
      ...forbid(
        'features-have-no-folder-cycles',
        'Two folders of the browser that need each other are one folder, or lack a third.',
        { path: '^frontend/src' },
        { circular: true },
      ),
      scope: 'folder',
    },
    knowsOnly(
      'components-are-product-blind',
      'Components use components and helpers: no feature, no call to the server.',
      '^frontend/src/components/',
      ['^frontend/src/components/', '^frontend/src/lib/', shared],
    ),
    knowsOnly('lib-is-pure', 'A helper uses helpers.', '^frontend/src/lib/', ['^frontend/src/lib/', shared]),
    knowsOnly(
      'api-client-stands-alone',
      'The client, its queries and its cache use the contract and helpers.',
      '^frontend/src/api/',
      ['^frontend/src/api/', '^frontend/src/lib/', shared],
    ),
    forbid('no-circles', 'Two files that need each other are one, or lack a third.', {}, { circular: true }),
    {
      ...forbid(
        'no-circles-of-folders',
        'Two folders of the backend that need each other are one, or lack a third.',
        { path: '^backend/src/' },
        { circular: true },
      ),
      scope: 'folder',
    },
    forbid(
      'program-does-not-know-its-checks',
      'Tests, benchmarks and scripts use the program; it does not know them.',
      { path: '^(?:backend|frontend)/src/' },
      { path: '^(?:backend/(?:test|scripts)|bench|scripts)/' },
    ),
    forbid(
      'no-orphans',
      'A file that nobody knows and that knows nobody is dead.',
      {
        orphan: true,
        // What is started by its path, and not by an import.
        pathNot: [
          '[.]d[.]ts$',
          '^frontend/src/(?:routes/|routeTree[.]gen|main[.])',
          '[.]process[.]ts$',
          '^scripts/',
        ],
      },
      {},
    ),
    // `npm run verify` installs its scanner when it runs.
    forbid(
      'no-unresolvable',
      'What is imported has to be there.',
      { pathNot: '^scripts/verify/' },
      { couldNotResolve: true },
    ),
    forbid(
      'no-undeclared-packages',
      'A package that is used stands in the package.json of its workspace; scripts use the tools of the root.',
      { pathNot: '^(backend/scripts|scripts/verify)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?:backend|bench|frontend)/dist|^bench/peers/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.json'],
    },
  },
};
