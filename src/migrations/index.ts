import * as initial from './20261121_090000_initial'
import * as rules from './20261121_090100_rules'
import * as accounts from './20261121_161153_accounts'
import * as accountRules from './20261121_161200_account_rules'
import * as panel from './20261121_162420_panel'
import * as panelRules from './20261121_162500_panel_rules'
import * as erasure from './20261121_163000_erasure'
import * as refunds from './20261121_170947_refunds'
import * as services from './20261121_191910_services'
import * as postal from './20261121_203640_postal'
import * as imports from './20261122_021041_imports'
import * as soldOut from './20261122_021500_sold_out'
import * as mediaDuration from './20261122_142252_media_duration'
import * as integerCents from './20261122_182000_integer_cents'
import * as identityProviderText from './20261122_221159_identity_provider_text'
import * as shopPromises from './20261123_021829_shop_promises'
import * as pagePromises from './20261123_022000_page_promises'
import * as orderNotes from './20261123_024432_order_notes'
import * as customerRules from './20261123_024500_customer_rules'
import * as firstOrderNotes from './20261123_024500_first_order_notes'
import * as search from './20261123_024500_search'
import * as searchSynonyms from './20261123_030815_search_synonyms'
import * as customerNotes from './20261123_052401_customer_notes'
import * as reports from './20261123_062350_reports'
import * as discounts from './20261123_084349_discounts'
import * as discountRules from './20261123_084400_discount_rules'
import * as returns from './20261123_090702_returns'
import * as staffAlerts from './20261123_092537_staff_alerts'
import * as staffAlertDefaults from './20261123_092538_staff_alert_defaults'
import * as taxCertificate from './20261123_093520_tax_certificate'
import * as paypalEnvironment from './20261123_105433_paypal_environment'
import * as demoRemoval from './20261123_105500_demo_removal'
import * as secondFactors from './20261123_105742_second_factors'
import * as paymentMethods from './20261123_110801_payment_methods'
import * as paymentMethodDefaults from './20261123_110802_payment_method_defaults'
import * as ownerRecovery from './20261123_111028_owner_recovery'
import * as scheduledSales from './20261123_112134_scheduled_sales'
import * as saleRules from './20261123_112600_sale_rules'
import * as mediaFocus from './20261123_114159_media_focus'
import * as staffInvitations from './20261123_120250_staff_invitations'
import * as giftCards from './20261123_151717_gift_cards'
import * as giftCardRules from './20261123_151800_gift_card_rules'
import * as gifts from './20261123_152307_gifts'
import * as oneTimeEmails from './20261124_021316_one_time_emails'
import * as shippingMethods from './20261124_022813_shipping_methods'
import * as refundLines from './20261124_023105_refund_lines'
import * as knownDevices from './20261124_025124_known_devices'
import * as staffNotifications from './20261124_030346_staff_notifications'
import * as passkeys from './20261124_064911_passkeys'
import * as giftCardSales from './20261124_065015_gift_card_sales'
import * as wallets from './20261124_070024_wallets'
import * as draftOrders from './20261124_072306_draft_orders'
import * as returnPhotos from './20261124_105259_return_photos'
import * as priceDifferences from './20261124_152659_price_differences'
import * as giftCardReservations from './20261124_201500_gift_card_reservations'
import * as listIndexes from './20261124_203000_list_indexes'
import * as orderCounts from './20261126_001500_order_counts'
import * as exchangesAndClaims from './20261126_040729_exchanges_and_claims'
import * as taxedState from './20261126_040830_taxed_state'
import * as finalSale from './20261126_111129_final_sale'
import * as replacedItems from './20261126_144205_replaced_items'
import * as uploadsInContent from './20261126_213000_uploads_in_content'
import * as eraseOnceSent from './20261127_022012_erase_once_sent'
import * as giveaways from './20261127_023500_giveaways'
import * as mailchimpDeletions from './20261128_113500_mailchimp_deletions'
import * as restoredSchedules from './20261128_114500_restored_schedules'
import * as staffNamesOfGiftCards from './20261128_190500_staff_names_of_gift_cards'
import * as prolongedSales from './20261128_231000_prolonged_sales'
import * as pricedAt from './20261128_233500_priced_at'
import * as movedMembers from './20261128_233000_moved_members'
import * as changeRequests from './20261128_225551_change_requests'
import * as paidCarts from './20261129_150551_paid_carts'
import * as customers from './20261129_153000_customers'
import * as homeState from './20261129_222817_home_state'
import * as articleBodies from './20261129_223000_article_bodies'
import * as articleBodiesFilled from './20261129_223100_article_bodies_filled'
import * as articleBlocks from './20261130_020000_article_blocks'
import * as articleBlocksFilled from './20261130_020100_article_blocks_filled'
import * as taxableSales from './20261130_054951_taxable_sales'
import * as searchColors from './20261130_201000_search_colors'
import * as searchColorsFilled from './20261130_201100_search_colors_filled'
import * as contentWords from './20261130_201200_content_words'
import * as contentWordsFilled from './20261130_201300_content_words_filled'
import * as productsInContent from './20261130_233000_products_in_content'

export const migrations = [
  { up: initial.up, down: initial.down, name: '20261121_090000_initial' },
  { up: rules.up, down: rules.down, name: '20261121_090100_rules' },
  { up: accounts.up, down: accounts.down, name: '20261121_161153_accounts' },
  { up: accountRules.up, down: accountRules.down, name: '20261121_161200_account_rules' },
  { up: panel.up, down: panel.down, name: '20261121_162420_panel' },
  { up: panelRules.up, down: panelRules.down, name: '20261121_162500_panel_rules' },
  { up: erasure.up, down: erasure.down, name: '20261121_163000_erasure' },
  { up: refunds.up, down: refunds.down, name: '20261121_170947_refunds' },
  { up: services.up, down: services.down, name: '20261121_191910_services' },
  { up: postal.up, down: postal.down, name: '20261121_203640_postal' },
  { up: imports.up, down: imports.down, name: '20261122_021041_imports' },
  { up: soldOut.up, down: soldOut.down, name: '20261122_021500_sold_out' },
  { up: mediaDuration.up, down: mediaDuration.down, name: '20261122_142252_media_duration' },
  { up: integerCents.up, down: integerCents.down, name: '20261122_182000_integer_cents' },
  { up: identityProviderText.up, down: identityProviderText.down, name: '20261122_221159_identity_provider_text' },
  { up: shopPromises.up, down: shopPromises.down, name: '20261123_021829_shop_promises' },
  { up: pagePromises.up, down: pagePromises.down, name: '20261123_022000_page_promises' },
  { up: orderNotes.up, down: orderNotes.down, name: '20261123_024432_order_notes' },
  { up: customerRules.up, down: customerRules.down, name: '20261123_024500_customer_rules' },
  { up: firstOrderNotes.up, down: firstOrderNotes.down, name: '20261123_024500_first_order_notes' },
  { up: search.up, down: search.down, name: '20261123_024500_search' },
  { up: searchSynonyms.up, down: searchSynonyms.down, name: '20261123_030815_search_synonyms' },
  { up: customerNotes.up, down: customerNotes.down, name: '20261123_052401_customer_notes' },
  { up: reports.up, down: reports.down, name: '20261123_062350_reports' },
  { up: discounts.up, down: discounts.down, name: '20261123_084349_discounts' },
  { up: discountRules.up, down: discountRules.down, name: '20261123_084400_discount_rules' },
  { up: returns.up, down: returns.down, name: '20261123_090702_returns' },
  { up: staffAlerts.up, down: staffAlerts.down, name: '20261123_092537_staff_alerts' },
  { up: staffAlertDefaults.up, down: staffAlertDefaults.down, name: '20261123_092538_staff_alert_defaults' },
  { up: taxCertificate.up, down: taxCertificate.down, name: '20261123_093520_tax_certificate' },
  { up: paypalEnvironment.up, down: paypalEnvironment.down, name: '20261123_105433_paypal_environment' },
  { up: demoRemoval.up, down: demoRemoval.down, name: '20261123_105500_demo_removal' },
  { up: secondFactors.up, down: secondFactors.down, name: '20261123_105742_second_factors' },
  { up: paymentMethods.up, down: paymentMethods.down, name: '20261123_110801_payment_methods' },
  { up: paymentMethodDefaults.up, down: paymentMethodDefaults.down, name: '20261123_110802_payment_method_defaults' },
  { up: ownerRecovery.up, down: ownerRecovery.down, name: '20261123_111028_owner_recovery' },
  { up: scheduledSales.up, down: scheduledSales.down, name: '20261123_112134_scheduled_sales' },
  { up: saleRules.up, down: saleRules.down, name: '20261123_112600_sale_rules' },
  { up: mediaFocus.up, down: mediaFocus.down, name: '20261123_114159_media_focus' },
  { up: staffInvitations.up, down: staffInvitations.down, name: '20261123_120250_staff_invitations' },
  { up: giftCards.up, down: giftCards.down, name: '20261123_151717_gift_cards' },
  { up: giftCardRules.up, down: giftCardRules.down, name: '20261123_151800_gift_card_rules' },
  { up: gifts.up, down: gifts.down, name: '20261123_152307_gifts' },
  { up: oneTimeEmails.up, down: oneTimeEmails.down, name: '20261124_021316_one_time_emails' },
  { up: shippingMethods.up, down: shippingMethods.down, name: '20261124_022813_shipping_methods' },
  { up: refundLines.up, down: refundLines.down, name: '20261124_023105_refund_lines' },
  { up: knownDevices.up, down: knownDevices.down, name: '20261124_025124_known_devices' },
  { up: staffNotifications.up, down: staffNotifications.down, name: '20261124_030346_staff_notifications' },
  { up: passkeys.up, down: passkeys.down, name: '20261124_064911_passkeys' },
  { up: giftCardSales.up, down: giftCardSales.down, name: '20261124_065015_gift_card_sales' },
  { up: wallets.up, down: wallets.down, name: '20261124_070024_wallets' },
  { up: draftOrders.up, down: draftOrders.down, name: '20261124_072306_draft_orders' },
  { up: returnPhotos.up, down: returnPhotos.down, name: '20261124_105259_return_photos' },
  { up: priceDifferences.up, down: priceDifferences.down, name: '20261124_152659_price_differences' },
  { up: giftCardReservations.up, down: giftCardReservations.down, name: '20261124_201500_gift_card_reservations' },
  { up: listIndexes.up, down: listIndexes.down, name: '20261124_203000_list_indexes' },
  { up: orderCounts.up, down: orderCounts.down, name: '20261126_001500_order_counts' },
  { up: exchangesAndClaims.up, down: exchangesAndClaims.down, name: '20261126_040729_exchanges_and_claims' },
  { up: taxedState.up, down: taxedState.down, name: '20261126_040830_taxed_state' },
  { up: finalSale.up, down: finalSale.down, name: '20261126_111129_final_sale' },
  { up: replacedItems.up, down: replacedItems.down, name: '20261126_144205_replaced_items' },
  { up: uploadsInContent.up, down: uploadsInContent.down, name: '20261126_213000_uploads_in_content' },
  { up: eraseOnceSent.up, down: eraseOnceSent.down, name: '20261127_022012_erase_once_sent' },
  { up: giveaways.up, down: giveaways.down, name: '20261127_023500_giveaways' },
  { up: mailchimpDeletions.up, down: mailchimpDeletions.down, name: '20261128_113500_mailchimp_deletions' },
  { up: restoredSchedules.up, down: restoredSchedules.down, name: '20261128_114500_restored_schedules' },
  { up: staffNamesOfGiftCards.up, down: staffNamesOfGiftCards.down, name: '20261128_190500_staff_names_of_gift_cards' },
  { up: changeRequests.up, down: changeRequests.down, name: '20261128_225551_change_requests' },
  { up: prolongedSales.up, down: prolongedSales.down, name: '20261128_231000_prolonged_sales' },
  { up: movedMembers.up, down: movedMembers.down, name: '20261128_233000_moved_members' },
  { up: pricedAt.up, down: pricedAt.down, name: '20261128_233500_priced_at' },
  { up: paidCarts.up, down: paidCarts.down, name: '20261129_150551_paid_carts' },
  { up: customers.up, down: customers.down, name: '20261129_153000_customers' },
  { up: homeState.up, down: homeState.down, name: '20261129_222817_home_state' },
  { up: articleBodies.up, down: articleBodies.down, name: '20261129_223000_article_bodies' },
  {
    up: articleBodiesFilled.up,
    down: articleBodiesFilled.down,
    name: '20261129_223100_article_bodies_filled',
  },
  { up: articleBlocks.up, down: articleBlocks.down, name: '20261130_020000_article_blocks' },
  {
    up: articleBlocksFilled.up,
    down: articleBlocksFilled.down,
    name: '20261130_020100_article_blocks_filled',
  },
  { up: taxableSales.up, down: taxableSales.down, name: '20261130_054951_taxable_sales' },
  { up: searchColors.up, down: searchColors.down, name: '20261130_201000_search_colors' },
  {
    up: searchColorsFilled.up,
    down: searchColorsFilled.down,
    name: '20261130_201100_search_colors_filled',
  },
  { up: contentWords.up, down: contentWords.down, name: '20261130_201200_content_words' },
  {
    up: contentWordsFilled.up,
    down: contentWordsFilled.down,
    name: '20261130_201300_content_words_filled',
  },
  {
    up: productsInContent.up,
    down: productsInContent.down,
    name: '20261130_233000_products_in_content',
  },
]
