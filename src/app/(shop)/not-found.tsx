import { NotFoundPage } from '../../components/layout/not-found-page'

const ShopNotFound = () => <NotFoundPage />

export default ShopNotFound
