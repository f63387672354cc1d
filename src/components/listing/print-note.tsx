import { Emblem } from '../ui/emblem'

/** Stands among the products, so that nobody wonders why it takes a few days. */
export const PrintNote = () => (
  <div className="on-dark grid content-center justify-items-center gap-6 rounded-block bg-[#1d4232] px-6 py-9 text-center text-bone lg:aspect-4/5 lg:p-8">
    <Emblem name="first-light" ground="dark" className="w-36 lg:w-2/3" />
    <p className="font-display text-[1.25rem]/tight font-medium text-balance lg:text-[1.5rem]/tight">Nothing sits in a warehouse. Each piece is printed after you ask for it.</p>
  </div>
)
