/**
 * The SHA-256 of each file in server/db/migrations, in the order in which they are applied. Never change a
 * released migration: add a new one instead.
 */
export const fileChecksums: Record<string, string> = {
  '0001_foundation': '40cfe41e1a835cb522da7461022f81e5e8dc0315809754f8d61a9c1c360adf0d',
  '0002_identity': '1933fc9cb17d76305d435fb31aaff2f59f1125ff4b61bc411ee648d72e070ff4',
  '0003_accounts': '19fd992f098529dd25c0c2aa4d09f052b08128fcc2b6bb1f0e7879a695a85a9e',
  '0004_news': 'f95533990ba58e21b304dfd13a9475f43f9504e1c7e915468456603d6c492d34',
  '0005_events': 'ba7b067540503fa4a4a4accd932531d3444dd8bfee65c63e93b5e6ef7bad0223',
  '0006_hiscores': '547dc85a99a2d36bc544896d13f009810b52eb7802b81dbb6b3bd3c00ef6d4a7',
  '0007_polls': '0a4127b10bbd2dd96bfd1121086066d3578f6081b57d3e1f339c890ba646771c',
  '0008_wallet': '59bc7e9b454482dc448c5779c88e1a8b4e99845a7201e96c602425eb9d7c4ef2',
  '0009_purchases': '30b36d3cf8cff24236b05e746133eebc53d4eb6a0ce6bcc2fde79f8987efd94e',
  '0010_sanctions': '2fc1ab0c950a0d3a097087e2dcb143a35a9b40529564e0644044562840286327',
  '0011_payments': '17a9818adf554b4436771ccc7264229dc2d8bb83556e5711e0225c7e6d4a0238',
  '0012_shop': '741d2ec90e9f696ad9f45a3aaa663db691824e2ca7bda86172b9dc27ab8d88e2',
  '0013_bridge': '0601717a2131e30df8015c3d6f11536cb6be9069af69a1ebe3dd355c53eb8539',
  '0014_admin': '2ae1b0ab3d8858858799ccbd69491eb9f108e6e864e71c840ae4762af919f53b',
  '0015_session_ends': 'caf34b9b35d7d62f8a6261e08e592a788e520422cce2a117311bd4411f79b2cb',
  '0016_mails': 'c488f4f63b4acc98096aa65363421e0f85b794ebc75b945f21871f5b81cddb60',
  '0017_payment_checks': '30b1c9dc5daa5a4720932ff0bc47954eaf608b80035472ae10e57c982f9658a7',
  '0018_email_confirmation': '0d6320166b4a9f2cda96c06fa2fef3d4686eba7d759b2392a061ad6f7567efcc',
  '0019_reserved_names': 'f9b1332382e583c208d5581dff577fdff5361801ddd4cf6832fb74c47874444f',
  '0020_skills': '93388516d3f367d61d61092b9f62dbbfcdef853702356eb5b18cbd5ec8013998',
  '0021_several_games': 'e1bcaaa53ef34e790a71f9c201693044a7cc69ac15e573e56346403e55a387bc',
  '0022_rejected_saves': '816339a5b82e96cda0e6a8a356d5cae48ce49dcb3bd6d31661ae659a10b8f126',
  '0024_hiscores_by_server': 'bf26e8c56c0b5d0834384801296db525a2a6869d72741f9d829317d499f5d3c7',
  '0026_canceled_checkouts': '784aebb9b7994adf6f841345973ca121cda6db7acd95111487235062d5421d62',
  '0027_staff_permissions': 'cd93cef07fd84c7b7b681e04c48ebdb802b996ee4f4f537ef63252c78c539a16',
  '0028_launcher_kinds': '96ffddebb9c9f6bc4cca97cc25f67cb11ca2b8bda7bed14a6c73e46089510bbf',
  '0029_appearance': '96808cadc96bbfb44acb734be18382fd6d29e1bf4c4a711dd2eccb676c54a6dc',
  '0030_own_pages': 'ae3a37160c63e6c1be151db2b2007b54f536ed2a6f74827b98925e8c99bc5555',
  '0031_payment_currency': '64d4661b51822784bec2e92d4e635e8bf2ca16af78eed4b556d3aae26a49e699',
  '0033_setup_codes': '01902d4f2fd4daa2ac9be8b23f1785068811592186ce217f125f7a59d8cee1d1',
  '0034_labels': '04dcc13e2f505ac189033ab3a856a101cd532061be6e5cd5e7b1889b82f6191d',
  '0035_mail_texts': 'bcfed51d464ba5755c52ff86c7c2ecf0cf01236aab78b4723ecc8f3b9cf99ff5',
  '0037_forget_addresses': '776f0c41cc864395ebd52f79af52b3738b4efb1fd22c201fcdebdd455dc2be43',
  '0039_imports': '93859a5a66ff14db908acb47b5e91b84285cd33b3b9c62ab7928d28e46ede8ab',
  '0041_name_claims': '7c591a34ab44c83398a15611d631f4ca40329d3a75bb5152997d76258ee6f615',
  '0042_account_deletion': '5a0c58996e95c8af92336d31f85048db0216dab0245d1f8798519660cf3f9d46',
  '0043_faster_counts': '1fc887ec6d89bb6e56788657079892490e93c6362195f595aa9e6349f118f99e',
  '0044_known_networks': '775f7cd4a362cff6a1f6ec07a83cd7122371069da97c37e723629d02fa80515e',
  '0045_connected_games': '7c08a3dfda4147dde2aeaec71235941bb4c83298803f797ab470a1fa3dc4dbca',
  '0046_fast_lists': 'ffa3e57185db6209038c5694bee07e225bb76b71ab523c150be189322a1323cc',
  '0047_lost_answers': 'e88714adc3c1bf75df5b33c88e17e0c8e793bf8cb10fd259a628e00df8c3b320',
  '0048_imported_leftovers': '2cd71faa796ea4eeffcced27995dced49ee62c260c0e216fac90b1b0fa1f628f',
  '0049_forget_foreign_ids': '228ac897463ce53b6edc55b39709dfc46f5e45e8aefd5d890293e16474e6f2ec',
  '0056_function_files': '2ce02034e8897fc64895fe816c5fff10ebe7dd7f4bb709375079babc13a71cd7',
  '0057_hidden_players': '0aaa77b4c8d613e3c30e65fc10748a9347969382a4ef92fff79ab02df23e4d37',
  '0063_event_series': '7fc4716ad49b2a779b4ac3feab76ee3d43d968ecf92907b258c2f61aee91eb45',
  '0064_account_visits': '7e94cabd22c14e7c797acb16ffe90adfb33e509cce65a95b57b8cfd899b0bf2e',
  '0070_gifts': '21e4bfcbe2f1e3719a4ea9fc02846bdd0142caa51b271301cfdd671ab253d700',
  '0071_votes': 'd29644821e0dcbd7016e3ddd729bf9a43933a4cd0266c04fa5f64c9ec5d226f9',
  '0072_discord': 'fc37b445b31edff37ad813dd1c9c31b8307db5e87355626787b0f36cbc131619',
  '0073_modes_and_counters': '9feb170ad88372017d2beca648474ad63eb01ae6376275adba8c566d66c0216c',
  '0074_progress': '7c5d044d293be4e5c6ef1024f0de3eedbcdef1771803a335ef323397ef834423',
  '0075_followed_players': 'ae1001eb26b03eae8549f74e339180a5f0ffdd7c4240f3eb36517fefdf33115e',
  '0076_shop_that_sells': '44de68c5f5bdac113d1b415e713d9f3dbcee58228bd0d9c79211fa0f72f39c72',
  '0077_codes_and_gifts': '534dc04004ddd4fdbbb7c9135e670f7b1c4a3b570e6b6148b2d28f72f0e7f95e',
  '0078_supporters': 'f965b82b80789a6b7fc8de399025b13a157c67b7091ee2ff5c6252211e8ab8ec',
  '0079_inbox': '84ed4cea343d56561e688539d60ba698588e7b7c3e96739c2607f0984b75e38a',
  '0080_faster_reports': 'c321991f0e0e8a14ef27214d11c92ad949270d2f181559a1f5d8ed90388fcf03',
  '0081_faster_pages': 'c932fc69477492b42b9890220f6934f8a0f5708b3bae42de9ca0f9fb9450d991',
};

/**
 * The last migration that came with a change in server/db/functions, and the SHA-256 of these files together.
 * A site applies them only when it applies a migration, so every change needs a new one here.
 */
export const functionFiles = {
  migration: '0081_faster_pages',
  checksum: '4613abd6b1d9f00403071d9f0b26b0671c0ff549b72b88cf10ba35ab97796399',
};

/** The first migrations were released as TypeScript files, and databases store the SHA-256 of those. */
const releasedAsTypeScript: Record<string, string> = {
  '0001_foundation': 'ebda4b11f19996a7a8f13087a3a37179d6dafe185eda4441a924a206621d22f0',
  '0002_identity': '7d65fce63d5e85c39578ceee463f769643e284664fccd97d83c0353a71d76ada',
  '0003_accounts': '1b185e04215976ae3d3b50ae0bfbc69679f7352c0ecab6f5da84d097a4e9c0fa',
  '0004_news': 'dca6622880938062057b5df73856277c0c493b819c09ecc22f5b9414a6e5a0c4',
  '0005_events': '9caa85c6e148fc7e548a6b0abacc0748c0f4312bb9c9d6dc0368dc9de3289c51',
  '0006_hiscores': '14aef180a3f896a4fab897cc9c6cdb858df9d88fdbba8a274861f1e87dd0154d',
  '0007_polls': '4d0984381e1000b7d155ad27593be816f29a62599df8f3adf8db4672386944a7',
  '0008_wallet': '1dee465ba22ee9c1d0108e22a33409f34f5b2054b22a1030c72e11c85e1aa350',
  '0009_purchases': '6a5a4c389037c40713e972fa89f248cf0b6e8c624bce71df6cfbd4b27510e773',
  '0010_sanctions': '2ad53541826a79c52cf87d0047abdacd95f8275bcd1304b11969ffe3a88d7fac',
  '0011_payments': '7e2c0164fcb9e126fbf3d919b302dafcc01d94b9b8aead22747ef0f90975563e',
  '0012_shop': '2cb9fa66ee6d56ed756de43384f2506cef122194351d0452c3efb0d9aaf58183',
  '0013_bridge': 'e22edd54332955143d80d770d5c74c4dc008857b15c892b48536609dc40a366f',
  '0014_admin': '684689755f67627d4f7be426a0eafac46a14666fbb8907ddab818e2c075ca366',
  '0015_session_ends': '7288a664d0492b37b71b59c64b8ecf80b31ce9d0cde7bda4c2266a247ab41cd4',
  '0016_mails': '1c9c229d52e29a938a5929991be606df1dc1cbadc8640b51c61d5f9e1cf9bc82',
  '0017_payment_checks': '8c39d3e010d3ac0f1393a33d19cd64ad9a0812a6e5327c042e7f26d134096c94',
  '0018_email_confirmation': 'b48c539ce4595304c6b77da0613df12b1a37d20a2e71a004903b0ce79753670d',
};

/** The value that a database stores for each migration it has applied. The server compares them at start. */
export const checksums: Record<string, string> = { ...fileChecksums, ...releasedAsTypeScript };
