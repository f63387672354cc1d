/** Texts of Payload's own pages that the specification (admin 8) or the brand changes. */
export const panelTranslations = {
  general: {
    createNew: 'Create new',
    successfullyCreated: '{{label}} created',
    titleDeleted: '{{label}} deleted',
    deletedSuccessfully: 'Deleted',
    updatedSuccessfully: 'Updated',
    noLabel: '—',
    noResultsFound: 'No results',
    true: 'Yes',
    false: 'No',
  },
  validation: { requiresAtLeast: 'Add at least {{count}}.' },
  authentication: {
    emailOrUsername: 'Email or username',
    // A session ends 12 hours after it began, however active someone is (hooks/lock-refreshed-user.ts).
    // Payload shows it as the dialog's title and as its button, a minute before, and again halfway through that.
    stayLoggedIn: 'Go back and save',
    youAreInactive:
      'You’ll be signed out in less than a minute, because you signed in 12 hours ago. Save your changes now.',
    loggedOutInactivity: 'You’ve been signed out. Please sign in again.',
  },
  // The same sentence for every reason, including a deactivated account (collections/Users.ts).
  error: {
    emailOrPasswordIncorrect: 'The username or password provided is incorrect.',
    usernameOrPasswordIncorrect: 'The username or password provided is incorrect.',
    correctInvalidFields: 'Fix the highlighted fields.',
  },
}
