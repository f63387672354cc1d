import { requireSignedIn } from '../signed-in'

const AccountPage = async () => {
  const { user } = await requireSignedIn('/account')
  return <h1 className="text-d2">Hello, {user.firstName || user.username}</h1>
}

export default AccountPage
