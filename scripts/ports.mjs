import net from 'node:net'

const isFree = (port, host) => new Promise((resolve) => {
  const probe = net.createServer()
  probe.once('error', () => resolve(false))
  probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
})

/** Whether nothing on this machine listens on the port, on any address. */
export const portIsFree = async (port) => (await isFree(port, '127.0.0.1')) && (await isFree(port, undefined))

/** The wanted port when it is free, otherwise one that the system picks. */
export async function freePort(wanted) {
  if (wanted && (await portIsFree(wanted))) return wanted
  return new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

/** The services and networks that the shop talks to besides payment, mail and sign-in; the double of each has a port of its own. */
export const serviceNames = ['printful', 'etsy', 'mailchimp', 'instagram', 'tiktok', 'facebook', 'x', 'linkedin']
