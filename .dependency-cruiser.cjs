/*
 * Who may import whom in src: the rules of docs/architecture.md. `npm run structure` fails when one is broken;
 * `npx depcruise src payload.config.ts next.config.ts` lists the violations.
 */

/** A part of a module, as a folder or as one file: rules/ or rules.ts. */
const part = (names, module = '[^/]+') => `^src/modules/${module}/(${names})(/|\\.tsx?$)`
const folders = (names) => `^src/(${names})/`
/** Packages by name, wherever npm put them. */
const packages = (names) => `(^|/)node_modules/(${names})(/|$)`

/** Values without input or output, which everything may import: money, dates, slugs, and who may do what. */
const pureValues =
  '^src/(platform/(money|payment-methods|slug|csv|html-tokens|identity-providers|linkedin-text|calendar-days|time-zones|us/(regions|zip-prefixes))|access/(roles|api-key))\\.ts$'

/**
 * Writes that other modules share, with the type of their input, because each must happen in one way and
 * inside the caller's transaction: saving a product, copying a picture, notifying staff, writing, locking,
 * changing, refunding, and replacing an order, its timeline, refusing deletion requests, and deletions
 * at Mailchimp.
 */
const sharedActions =
  '^src/modules/(catalog/(actions/save-product|schemas/admin-products)|checkout/(actions/(insert-order|replace-items|settle-payment)|schemas)|fulfillment/actions/test-printful|gift-cards/(actions/close-emailed-order|deliveries|ledger|outdated-codes|schemas)|integrations/actions/test-connection|media/actions/import-picture|newsletter/actions/(queue-mailchimp|test-mailchimp)|notifications/notify-staff|privacy/actions/refuse-requests|orders/(order-record|order-access-key|price-difference|actions/(change-address|change-order|close-open-order|end-request|gift-card-payment|hold-disputed-order|record-refunds|refund-lines|refund-order|renew-order-keys|swap-item|update-order)))\\.ts$'

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    forbid(
      'no-circular',
      'Two files that import each other cannot be understood or moved by themselves.',
      {},
      { circular: true },
    ),

    // The edges of the system: what a visitor or a person of the staff sees, and what answers requests.
    forbid(
      'pages-do-not-act',
      'Pages and screens read queries and call the API; only endpoints and jobs use actions, providers, and collections.',
      { path: folders('app|admin|components|ui') },
      {
        path: [
          part('actions|jobs|emails'),
          folders('endpoints|providers|collections|globals|jobs|seed'),
        ],
      },
    ),
    forbid(
      'only-endpoints-and-jobs-act',
      'Actions are used by endpoints, jobs, and other actions of the module.',
      { path: '^src/', pathNot: [folders('endpoints|server|seed|jobs'), part('actions|jobs')] },
      { path: part('actions') },
    ),
    forbid(
      'ui-is-the-base',
      'Primitives know no domain.',
      { path: folders('ui') },
      { path: '^src/', pathNot: [folders('ui|platform')] },
    ),
    forbid(
      'components-know-no-page',
      'A component is used by several routes, so it knows none of them, and it decides about no access.',
      { path: folders('components') },
      { path: [folders('app|admin|hooks'), '^src/access/can\\.ts$'] },
    ),
    forbid(
      'app-and-admin-are-apart',
      'The storefront and the panel share components through ui and components.',
      { path: '^src/app/', pathNot: '^src/app/\\(payload\\)/' },
      { path: '^src/admin/' },
    ),
    forbid(
      'nothing-imports-app',
      'Only configuration files import app.',
      { path: '^src/', pathNot: '^src/app/' },
      { path: '^src/app/' },
    ),
    forbid(
      'nothing-imports-admin',
      'Only configuration files and the generated import map import admin.',
      { path: '^src/', pathNot: ['^src/admin/', '^src/app/\\(payload\\)/'] },
      { path: '^src/admin/' },
    ),
    forbid(
      'nothing-imports-endpoints',
      'Only configuration files import endpoints.',
      { path: '^src/', pathNot: '^src/endpoints/' },
      { path: '^src/endpoints/' },
    ),
    forbid(
      'nothing-imports-server',
      'The web process starts the rest; nothing asks it.',
      { path: '^src/', pathNot: '^src/server/' },
      { path: '^src/server/' },
    ),
    forbid(
      'server-knows-no-shop',
      'The web process guards, caches, and hands requests to Next; it renders nothing and reads no data.',
      { path: folders('server') },
      {
        path: [
          folders('app|admin|endpoints|providers|collections|hooks|components|ui|jobs'),
          packages('payload|@payloadcms/[^/]+|react|react-dom'),
        ],
      },
    ),
    forbid(
      'endpoints-and-jobs-render-nothing',
      'Endpoints and jobs return data.',
      { path: folders('endpoints|jobs') },
      {
        path: folders('app|admin|components|ui|seed'),
        pathNot: '^src/seed/(published-passwords|assert-migrated)\\.ts$',
      },
    ),

    // Modules.
    forbid(
      'modules-meet-in-queries-and-rules',
      'Another module is reached only through its queries, its rules, and the shared actions.',
      { path: '^src/modules/([^/]+)/' },
      {
        path: '^src/modules/',
        pathNot: ['^src/modules/$1/', part('queries|rules'), sharedActions],
      },
    ),
    forbid(
      'rules-import-only-rules',
      'Rules are pure functions: they import rules, the pure values of the platform, and the table of roles.',
      { path: part('rules') },
      { path: '^src/', pathNot: [part('rules'), pureValues] },
    ),
    forbid(
      'rules-are-pure',
      'Rules use no payload, next, react, or zod, and no input or output.',
      { path: part('rules') },
      { path: packages('payload|@payloadcms/[^/]+|next|react|react-dom|zod|pg|drizzle-orm') },
    ),
    forbid(
      'rules-use-no-node',
      'Rules run in the browser too.',
      { path: part('rules') },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'schemas-import-only-rules',
      'A schema is shared by the endpoint, the form, and the API document.',
      { path: part('schemas') },
      { path: '^src/', pathNot: [part('schemas|rules'), folders('platform'), pureValues] },
    ),
    forbid(
      'queries-only-read',
      'Queries change nothing and call no provider.',
      { path: part('queries') },
      { path: [part('actions|jobs|emails'), '^src/providers/'] },
    ),
    forbid(
      'modules-know-no-page',
      'Modules know neither pages nor HTTP.',
      { path: '^src/modules/' },
      { path: folders('app|admin|components|ui|endpoints|server|seed|jobs') },
    ),
    forbid(
      'modules-declare-no-collection',
      'Modules reach data through Payload, not through its declarations.',
      { path: '^src/modules/' },
      { path: folders('collections|globals|hooks') },
    ),

    // Providers.
    forbid(
      'providers-import-only-platform',
      'A provider translates one external service and decides nothing.',
      { path: '^src/providers/' },
      { path: '^src/', pathNot: folders('providers|platform') },
    ),
    forbid(
      'providers-know-no-framework',
      'A provider knows neither Payload nor Next.',
      { path: '^src/providers/' },
      { path: packages('payload|@payloadcms/[^/]+|next|react|react-dom') },
    ),
    forbid(
      'one-place-builds-clients',
      'Provider clients are passed as arguments; only providers/index.ts builds them.',
      { path: '^src/', pathNot: '^src/providers/' },
      { path: '^src/providers/[^/]+/client\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'clients-are-arguments',
      'An action gets its provider from its caller.',
      { path: part('actions|queries|rules|schemas') },
      { path: '^src/providers/index\\.ts$', dependencyTypesNot: ['type-only'] },
    ),

    // Payload's folders and the platform.
    forbid(
      'collections-only-declare',
      'Collections import access, hooks, and rules.',
      { path: folders('collections|globals') },
      {
        path: '^src/',
        pathNot: [
          folders('collections|globals|access|hooks|platform'),
          part('rules'),
          '^src/payload-types\\.ts$',
        ],
      },
    ),
    forbid(
      'access-only-decides',
      'Access predicates import rules.',
      { path: folders('access') },
      {
        path: '^src/',
        pathNot: [folders('access|platform'), part('rules'), '^src/payload-types\\.ts$'],
      },
    ),
    forbid(
      'hooks-call-no-provider',
      'Hooks run inside a transaction: they call no provider and render nothing.',
      { path: folders('hooks') },
      { path: folders('app|admin|components|ui|endpoints|server|providers|seed|jobs') },
    ),
    forbid(
      'platform-is-the-base',
      'The platform knows no domain.',
      { path: folders('platform') },
      {
        path: '^src/',
        pathNot: [folders('platform'), pureValues, '^src/payload-(types|generated-schema)\\.ts$'],
      },
    ),
    forbid(
      'next-stays-at-the-edge',
      'next/* is used where pages are: app, admin, components, ui, and the hooks that revalidate; the web process starts it.',
      {
        path: '^src/',
        pathNot: [
          folders('app|admin|components|ui|server'),
          '^src/hooks/revalidate-',
          '^src/proxy\\.ts$',
        ],
      },
      { path: packages('next') },
    ),

    // The project.
    forbid(
      'src-stands-alone',
      'src knows neither tests, nor tools, nor the sandbox.',
      { path: '^src/' },
      { path: '^(tests|sandbox|scripts|bench|art)/' },
    ),
    forbid(
      'sandbox-stands-alone',
      'The sandbox knows the shop by its addresses only.',
      { path: '^sandbox/' },
      { path: '^(src|tests)/' },
    ),
    forbid(
      'no-development-packages',
      'What a built shop needs belongs in dependencies.',
      { path: '^src/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'no-undeclared-packages',
      'A package that is imported is named in package.json.',
      { path: '^(src|sandbox)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
    ),
    forbid(
      'no-broken-imports',
      'An import must lead somewhere.',
      { path: '^(src|sandbox)/' },
      { couldNotResolve: true, pathNot: '\\.css$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(\\.next|\\.data|dist|src/migrations)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
