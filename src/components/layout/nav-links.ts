/** The main links, in the header and in the drawer; `segments` are the folders of app/(shop) they stand for. */
export const navLinks = [
  { href: '/products', label: 'Shop', segments: ['products', 'products-list'] },
  {
    href: '/blog',
    label: 'Reflections',
    segments: ['blog', 'blog-list', 'reflections', 'reflections-list'],
  },
  { href: '/about', label: 'About', segments: ['about'] },
  { href: '/contact', label: 'Contact', segments: ['contact'] },
] as const
