/** In a dialog, after a save that was refused because somebody else was first: what the next press does. */
export const ConflictNote = ({ theirs }: { theirs: string | null }) =>
  (theirs === null ? null : <p className="df-note" role="status">What you typed is still here. Saving again puts it in the place of theirs; Cancel shows you theirs.</p>)
