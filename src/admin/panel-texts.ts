/** Words of Payload's own pages, where the specification (admin 8) or the brand has others. */
export const panelTexts = {
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
  error: {
    emailOrPasswordIncorrect: 'That did not match. Please check both, and try again.',
    usernameOrPasswordIncorrect: 'That did not match. Please check both, and try again.',
  },
}
