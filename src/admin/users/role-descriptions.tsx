import { type Role, roleLabels, roles } from '@/access/roles'
import { Panel } from '@/admin/shell/panel'

const words = {
  customer: 'Browses products and places orders. Does not see this panel.',
  editor:
    'Manages content and blog posts, pictures and social posts, and imports from Instagram and TikTok.',
  admin:
    'Full access to products, orders and content management, to the connected services and to the figures. Switches customers and editors on and off.',
  super_admin:
    'Manages users and system settings: roles, prices of shipping, taxes, data requests.',
} satisfies Record<Role, string>

/** What each role is for, in plain words. */
export function RoleDescriptions() {
  return (
    <Panel title="Roles">
      <dl className="df-facts">
        {roles.map((role) => (
          <div key={role}>
            <dt>{roleLabels[role]}</dt>
            <dd>{words[role]}</dd>
          </div>
        ))}
      </dl>
      <p className="df-panel__text">
        Nobody changes their own role or switches themselves off, and one active Super Admin always
        remains. A change signs the person out everywhere.
      </p>
    </Panel>
  )
}
