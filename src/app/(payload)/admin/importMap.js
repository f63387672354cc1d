import { AutosaveStatus as AutosaveStatus_8692bfa997d6ea34df79b4f0ef928125 } from '../../../../src/admin/content/autosave-status'
import { RichTextField as RichTextField_40f0ea271731516fa443f65605406a3d } from '../../../../src/admin/content/rich-text-field'
import { BlockValuesSlot as BlockValuesSlot_c9c5703e939c27858afa43b11a3647ee } from '../../../../src/admin/content/block-values-slot'
import { PictureField as PictureField_6106efbb157b09e4b4c7b5b78aef6ae5 } from '../../../../src/admin/content/media-fields'
import { RecordingField as RecordingField_6106efbb157b09e4b4c7b5b78aef6ae5 } from '../../../../src/admin/content/media-fields'
import { DateTimeField as DateTimeField_78a497e34d70849fd1adcaa2388815b4 } from '../../../../src/admin/content/date-time-field'
import { SectionTitle as SectionTitle_475814c6b4fd632c847449174e8be00a } from '../../../../src/admin/document/document-page'
import { SaveButton as SaveButton_ea71bb0f83ff60bc576a9bee180541e8 } from '../../../../src/admin/document/save-button'
import { DocumentPage as DocumentPage_475814c6b4fd632c847449174e8be00a } from '../../../../src/admin/document/document-page'
import { DocumentGuard as DocumentGuard_019ee36e47e89f82d6dab5e64c2ff1dc } from '../../../../src/admin/document/document-guard'
import { Avatar as Avatar_1e8f408f84b7179253dba17ac304c69e } from '../../../../src/admin/shell/avatar'
import { Nav as Nav_af39a32e0739b1eaa41386ab5ad21066 } from '../../../../src/admin/shell/nav'
import { Icon as Icon_b57a35559c6491443985da1aa8e9d2d8 } from '../../../../src/admin/shell/brand'
import { Logo as Logo_b57a35559c6491443985da1aa8e9d2d8 } from '../../../../src/admin/shell/brand'
import { Header as Header_8612669920463d39126f1342f2019e6f } from '../../../../src/admin/shell/header'
import { AfterLogin as AfterLogin_e8a8d39792253678a82c01d28e801f44 } from '../../../../src/admin/shell/login'
import { BeforeLogin as BeforeLogin_e8a8d39792253678a82c01d28e801f44 } from '../../../../src/admin/shell/login'
import { ShopTimeZoneProvider as ShopTimeZoneProvider_1636327fdfb4a37e8ca29aecfa6d4f44 } from '../../../../src/admin/shop-time-zone'
import { DashboardScreen as DashboardScreen_6b8d07f48e57b8ba9324109b753a059f } from '../../../../src/admin/dashboard/dashboard-screen'
import { AccountScreen as AccountScreen_0a971bd642b2635a62938216791b96c7 } from '../../../../src/admin/account/account-screen'
import { ReportsScreen as ReportsScreen_6bc389678ff0dace842bd3fd33dbdf0f } from '../../../../src/admin/reports/reports-screen'
import { OrdersScreen as OrdersScreen_1d9871c2cfa12ac96bd7cfef2a7c54cf } from '../../../../src/admin/orders/orders-screen'
import { OrderScreen as OrderScreen_121509f3a05b351e3c711c4a3a114e31 } from '../../../../src/admin/orders/order-screen'
import { DraftOrdersScreen as DraftOrdersScreen_830f3e43762e0c438d199ea11f8b69dc } from '../../../../src/admin/draft-orders/draft-orders-screen'
import { DraftOrderScreen as DraftOrderScreen_0a86387bb2876f44f6e48401a9a42cbf } from '../../../../src/admin/draft-orders/draft-order-screen'
import { ReturnsScreen as ReturnsScreen_b8b36fcabe86b704f86448d875471977 } from '../../../../src/admin/returns/returns-screen'
import { PackingSlipScreen as PackingSlipScreen_3c8a19ed65d9a8ec7cd428b6e747d195 } from '../../../../src/admin/orders/packing-slip-screen'
import { PackingSlipsScreen as PackingSlipsScreen_748fe04df020449f3eb6bd9ff20f7cf5 } from '../../../../src/admin/orders/packing-slips-screen'
import { ReceiptScreen as ReceiptScreen_629768391fcda54814de6ca9f3c7cae6 } from '../../../../src/admin/orders/receipt-screen'
import { ContentScreen as ContentScreen_edcc6dac72ef93d7915542ab6bf356ba } from '../../../../src/admin/content/content-screen'
import { VersionsScreen as VersionsScreen_60d03f4eccf33d5ae0729cb9b9df0bb0 } from '../../../../src/admin/content/versions-screen'
import { ShareScreen as ShareScreen_2d4de40ac8adbfe60ba4e10c1be9e9f4 } from '../../../../src/admin/social/share-screen'
import { SocialScreen as SocialScreen_e9ad43edc6bbc3d86d10ee4faf8fb2da } from '../../../../src/admin/social/social-screen'
import { MediaScreen as MediaScreen_7e9d96c4923c0b326adf046f77f46240 } from '../../../../src/admin/media/media-screen'
import { ProductsScreen as ProductsScreen_fb82c171f221f5704473703510d4f8b3 } from '../../../../src/admin/products/products-screen'
import { ProductScreen as ProductScreen_da02fd486ecb08a2beac244164f90aa8 } from '../../../../src/admin/products/product-screen'
import { ReviewsScreen as ReviewsScreen_07a9ed551fd40a302f9cc7acc0e606b3 } from '../../../../src/admin/reviews/reviews-screen'
import { MessagesScreen as MessagesScreen_85c40632dd0351e97675b7f39fcfcbec } from '../../../../src/admin/messages/messages-screen'
import { CustomersScreen as CustomersScreen_86cfb555346d995bfeed39ff528ef5f4 } from '../../../../src/admin/customers/customers-screen'
import { CustomerScreen as CustomerScreen_d3b23e0b4b15bc3ef2e503f1eba17133 } from '../../../../src/admin/customers/customer-screen'
import { NewsletterScreen as NewsletterScreen_bd16392f15c4cc83a0d3e09e8dc6ea27 } from '../../../../src/admin/newsletter/newsletter-screen'
import { DataRequestsScreen as DataRequestsScreen_dbc56df373a1022fa3daa8aa04052b6a } from '../../../../src/admin/data-requests/data-requests-screen'
import { AuditScreen as AuditScreen_afd5db535678caca4928c45c37f88994 } from '../../../../src/admin/audit/audit-screen'
import { GoLiveScreen as GoLiveScreen_f1874e68fabfd4e7f5678a431241110d } from '../../../../src/admin/go-live/go-live-screen'
import { HealthScreen as HealthScreen_583529374cade23a9d0735ad7eb45ee1 } from '../../../../src/admin/health/health-screen'
import { SettingsScreen as SettingsScreen_24f00cb815afb50bb0c85c00d2111002 } from '../../../../src/admin/settings/settings-screen'
import { CategoriesScreen as CategoriesScreen_eac07e7fc0485414eac8c747cb07f75c } from '../../../../src/admin/categories/categories-screen'
import { GiftCardsScreen as GiftCardsScreen_6374316348f81d6ce97dec3b6a99002f } from '../../../../src/admin/gift-cards/gift-cards-screen'
import { GiftCardScreen as GiftCardScreen_13c74fb4037af0a32106ac92598260c7 } from '../../../../src/admin/gift-cards/gift-card-screen'
import { DiscountsScreen as DiscountsScreen_7db8358573d77e1fdfa044bbb7eb95d2 } from '../../../../src/admin/discounts/discounts-screen'
import { DiscountScreen as DiscountScreen_9c31a8102faaf815e59750677321dd56 } from '../../../../src/admin/discounts/discount-screen'
import { PagesScreen as PagesScreen_e6e936773f6b080aae4b4a879cd1194a } from '../../../../src/admin/pages/pages-screen'
import { ApiKeysScreen as ApiKeysScreen_aa813c3afd7d32f6061c913c0d72e84f } from '../../../../src/admin/api-keys/api-keys-screen'
import { UsersScreen as UsersScreen_3937b31e682970a501012ac3d20c2ec8 } from '../../../../src/admin/users/users-screen'
import { PrintfulScreen as PrintfulScreen_37db62c4677e07873afe591d2ba77e32 } from '../../../../src/admin/printful/printful-screen'
import { PrintfulSyncScreen as PrintfulSyncScreen_189ba9759eb0683e0073f1d31f1d9016 } from '../../../../src/admin/printful/printful-sync-screen'
import { EtsyImportScreen as EtsyImportScreen_19bb361ec0b91afd0e9e12219aaec552 } from '../../../../src/admin/imports/etsy-import-screen'
import { InstagramImportScreen as InstagramImportScreen_4ceef32232fded48e796d3ae728fc259 } from '../../../../src/admin/imports/instagram-import-screen'
import { TikTokImportScreen as TikTokImportScreen_d4a7f49a2c3cd6e217cbe4e1ef13d9a0 } from '../../../../src/admin/imports/tiktok-import-screen'
import { MailchimpScreen as MailchimpScreen_867fa8f60dce87ee135c0793dd63d9b2 } from '../../../../src/admin/mailchimp/mailchimp-screen'
import { Unauthorized as Unauthorized_5b97e2efb6437b83979fcb2c3aeedd09 } from '../../../../src/admin/shell/unauthorized'
import { ForgotPasswordRedirect as ForgotPasswordRedirect_e8a8d39792253678a82c01d28e801f44 } from '../../../../src/admin/shell/login'
import { CollectionCards as CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1 } from '@payloadcms/next/rsc'

/** @type import('payload').ImportMap */
export const importMap = {
  "/src/admin/content/autosave-status#AutosaveStatus": AutosaveStatus_8692bfa997d6ea34df79b4f0ef928125,
  "/src/admin/content/rich-text-field#RichTextField": RichTextField_40f0ea271731516fa443f65605406a3d,
  "/src/admin/content/block-values-slot#BlockValuesSlot": BlockValuesSlot_c9c5703e939c27858afa43b11a3647ee,
  "/src/admin/content/media-fields#PictureField": PictureField_6106efbb157b09e4b4c7b5b78aef6ae5,
  "/src/admin/content/media-fields#RecordingField": RecordingField_6106efbb157b09e4b4c7b5b78aef6ae5,
  "/src/admin/content/date-time-field#DateTimeField": DateTimeField_78a497e34d70849fd1adcaa2388815b4,
  "/src/admin/document/document-page#SectionTitle": SectionTitle_475814c6b4fd632c847449174e8be00a,
  "/src/admin/document/save-button#SaveButton": SaveButton_ea71bb0f83ff60bc576a9bee180541e8,
  "/src/admin/document/document-page#DocumentPage": DocumentPage_475814c6b4fd632c847449174e8be00a,
  "/src/admin/document/document-guard#DocumentGuard": DocumentGuard_019ee36e47e89f82d6dab5e64c2ff1dc,
  "/src/admin/shell/avatar#Avatar": Avatar_1e8f408f84b7179253dba17ac304c69e,
  "/src/admin/shell/nav#Nav": Nav_af39a32e0739b1eaa41386ab5ad21066,
  "/src/admin/shell/brand#Icon": Icon_b57a35559c6491443985da1aa8e9d2d8,
  "/src/admin/shell/brand#Logo": Logo_b57a35559c6491443985da1aa8e9d2d8,
  "/src/admin/shell/header#Header": Header_8612669920463d39126f1342f2019e6f,
  "/src/admin/shell/login#AfterLogin": AfterLogin_e8a8d39792253678a82c01d28e801f44,
  "/src/admin/shell/login#BeforeLogin": BeforeLogin_e8a8d39792253678a82c01d28e801f44,
  "/src/admin/shop-time-zone#ShopTimeZoneProvider": ShopTimeZoneProvider_1636327fdfb4a37e8ca29aecfa6d4f44,
  "/src/admin/dashboard/dashboard-screen#DashboardScreen": DashboardScreen_6b8d07f48e57b8ba9324109b753a059f,
  "/src/admin/account/account-screen#AccountScreen": AccountScreen_0a971bd642b2635a62938216791b96c7,
  "/src/admin/reports/reports-screen#ReportsScreen": ReportsScreen_6bc389678ff0dace842bd3fd33dbdf0f,
  "/src/admin/orders/orders-screen#OrdersScreen": OrdersScreen_1d9871c2cfa12ac96bd7cfef2a7c54cf,
  "/src/admin/orders/order-screen#OrderScreen": OrderScreen_121509f3a05b351e3c711c4a3a114e31,
  "/src/admin/draft-orders/draft-orders-screen#DraftOrdersScreen": DraftOrdersScreen_830f3e43762e0c438d199ea11f8b69dc,
  "/src/admin/draft-orders/draft-order-screen#DraftOrderScreen": DraftOrderScreen_0a86387bb2876f44f6e48401a9a42cbf,
  "/src/admin/returns/returns-screen#ReturnsScreen": ReturnsScreen_b8b36fcabe86b704f86448d875471977,
  "/src/admin/orders/packing-slip-screen#PackingSlipScreen": PackingSlipScreen_3c8a19ed65d9a8ec7cd428b6e747d195,
  "/src/admin/orders/packing-slips-screen#PackingSlipsScreen": PackingSlipsScreen_748fe04df020449f3eb6bd9ff20f7cf5,
  "/src/admin/orders/receipt-screen#ReceiptScreen": ReceiptScreen_629768391fcda54814de6ca9f3c7cae6,
  "/src/admin/content/content-screen#ContentScreen": ContentScreen_edcc6dac72ef93d7915542ab6bf356ba,
  "/src/admin/content/versions-screen#VersionsScreen": VersionsScreen_60d03f4eccf33d5ae0729cb9b9df0bb0,
  "/src/admin/social/share-screen#ShareScreen": ShareScreen_2d4de40ac8adbfe60ba4e10c1be9e9f4,
  "/src/admin/social/social-screen#SocialScreen": SocialScreen_e9ad43edc6bbc3d86d10ee4faf8fb2da,
  "/src/admin/media/media-screen#MediaScreen": MediaScreen_7e9d96c4923c0b326adf046f77f46240,
  "/src/admin/products/products-screen#ProductsScreen": ProductsScreen_fb82c171f221f5704473703510d4f8b3,
  "/src/admin/products/product-screen#ProductScreen": ProductScreen_da02fd486ecb08a2beac244164f90aa8,
  "/src/admin/reviews/reviews-screen#ReviewsScreen": ReviewsScreen_07a9ed551fd40a302f9cc7acc0e606b3,
  "/src/admin/messages/messages-screen#MessagesScreen": MessagesScreen_85c40632dd0351e97675b7f39fcfcbec,
  "/src/admin/customers/customers-screen#CustomersScreen": CustomersScreen_86cfb555346d995bfeed39ff528ef5f4,
  "/src/admin/customers/customer-screen#CustomerScreen": CustomerScreen_d3b23e0b4b15bc3ef2e503f1eba17133,
  "/src/admin/newsletter/newsletter-screen#NewsletterScreen": NewsletterScreen_bd16392f15c4cc83a0d3e09e8dc6ea27,
  "/src/admin/data-requests/data-requests-screen#DataRequestsScreen": DataRequestsScreen_dbc56df373a1022fa3daa8aa04052b6a,
  "/src/admin/audit/audit-screen#AuditScreen": AuditScreen_afd5db535678caca4928c45c37f88994,
  "/src/admin/go-live/go-live-screen#GoLiveScreen": GoLiveScreen_f1874e68fabfd4e7f5678a431241110d,
  "/src/admin/health/health-screen#HealthScreen": HealthScreen_583529374cade23a9d0735ad7eb45ee1,
  "/src/admin/settings/settings-screen#SettingsScreen": SettingsScreen_24f00cb815afb50bb0c85c00d2111002,
  "/src/admin/categories/categories-screen#CategoriesScreen": CategoriesScreen_eac07e7fc0485414eac8c747cb07f75c,
  "/src/admin/gift-cards/gift-cards-screen#GiftCardsScreen": GiftCardsScreen_6374316348f81d6ce97dec3b6a99002f,
  "/src/admin/gift-cards/gift-card-screen#GiftCardScreen": GiftCardScreen_13c74fb4037af0a32106ac92598260c7,
  "/src/admin/discounts/discounts-screen#DiscountsScreen": DiscountsScreen_7db8358573d77e1fdfa044bbb7eb95d2,
  "/src/admin/discounts/discount-screen#DiscountScreen": DiscountScreen_9c31a8102faaf815e59750677321dd56,
  "/src/admin/pages/pages-screen#PagesScreen": PagesScreen_e6e936773f6b080aae4b4a879cd1194a,
  "/src/admin/api-keys/api-keys-screen#ApiKeysScreen": ApiKeysScreen_aa813c3afd7d32f6061c913c0d72e84f,
  "/src/admin/users/users-screen#UsersScreen": UsersScreen_3937b31e682970a501012ac3d20c2ec8,
  "/src/admin/printful/printful-screen#PrintfulScreen": PrintfulScreen_37db62c4677e07873afe591d2ba77e32,
  "/src/admin/printful/printful-sync-screen#PrintfulSyncScreen": PrintfulSyncScreen_189ba9759eb0683e0073f1d31f1d9016,
  "/src/admin/imports/etsy-import-screen#EtsyImportScreen": EtsyImportScreen_19bb361ec0b91afd0e9e12219aaec552,
  "/src/admin/imports/instagram-import-screen#InstagramImportScreen": InstagramImportScreen_4ceef32232fded48e796d3ae728fc259,
  "/src/admin/imports/tiktok-import-screen#TikTokImportScreen": TikTokImportScreen_d4a7f49a2c3cd6e217cbe4e1ef13d9a0,
  "/src/admin/mailchimp/mailchimp-screen#MailchimpScreen": MailchimpScreen_867fa8f60dce87ee135c0793dd63d9b2,
  "/src/admin/shell/unauthorized#Unauthorized": Unauthorized_5b97e2efb6437b83979fcb2c3aeedd09,
  "/src/admin/shell/login#ForgotPasswordRedirect": ForgotPasswordRedirect_e8a8d39792253678a82c01d28e801f44,
  "@payloadcms/next/rsc#CollectionCards": CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1
}
