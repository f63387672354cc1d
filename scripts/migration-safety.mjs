// Finds statements of a migration that would break the running version of the shop. During an update, old processes
// work on the new schema for a while: first expand (add), deploy, then contract (remove) in a later release.

/** Migrations up to this one are from before the shop's first release. */
export const firstCheckedMigration = '20261123_105500'

const rules = [
  [/\bdrop\s+table\b/i, 'drops a table that the running version still uses'],
  [/\bdrop\s+column\b/i, 'drops a column that the running version still reads'],
  [
    /\brename\s+(column|to|constraint)\b/i,
    'renames what the running version knows by its old name',
  ],
  [
    /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i,
    'changes a type, which rewrites the table under a lock',
  ],
  [
    /\balter\s+column\s+\S+\s+set\s+not\s+null\b/i,
    'requires a value that the running version may leave out',
  ],
  [
    /\badd\s+column\b(?![^;]*\bdefault\b)[^;]*\bnot\s+null\b/i,
    'adds a required column without a default',
  ],
  [/\bdrop\s+type\b|\bdrop\s+(default|function)\b/i, 'removes what the running version still uses'],
  [/\btruncate\b/i, 'deletes all rows of a table'],
]

/**
 * @param {string} source a migration file; only what its `up` runs counts
 * @returns {{ statement: string, problem: string }[]} the unsafe statements. One that is safe for a reason says so in a
 *   comment in front of it: `-- safe: nothing has read this column since version 0.3`
 */
export function findUnsafeStatements(source) {
  const up =
    /export async function up\b([\s\S]*?)(?=export async function down\b|$)/.exec(source)?.[1] ?? ''
  const scripts = [...up.matchAll(/sql`([\s\S]*?)`/g)].map(([, text]) => text)
  return scripts
    .flatMap((text) => text.split(/;\s*(?:\n|$)/))
    .filter((statement) => !/--\s*safe:\s*\S+/i.test(statement))
    .flatMap((statement) =>
      rules
        .filter(([pattern]) => pattern.test(statement.replace(/--.*$/gm, '')))
        .map(([, problem]) => ({ statement: statement.trim().slice(0, 120), problem })),
    )
}
