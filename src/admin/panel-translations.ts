/** Words of Payload's own pages, where the specification (admin 8) or the brand has others. */
export const panelTranslations = {
  general: {
    successfullyCreated: '{{label}} created',
    titleDeleted: '{{label}} deleted',
    deletedSuccessfully: 'Deleted',
    updatedSuccessfully: 'Updated',
    noLabel: '—',
    noResultsFound: 'Nothing found',
    true: 'Yes',
    false: 'No',
  },
  authentication: { emailOrUsername: 'Email or username' },
  // One sentence whatever was wrong, the one that a switched-off account gets too (collections/Users.ts).
  error: {
    emailOrPasswordIncorrect: 'The username or password provided is incorrect.',
    usernameOrPasswordIncorrect: 'The username or password provided is incorrect.',
  },
}
