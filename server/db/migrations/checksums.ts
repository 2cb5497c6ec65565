/**
 * The SHA-256 of each migration's file. A database stores those of its applied migrations, and the
 * server compares them at start. Never change a released migration: add a new one instead.
 */
export const checksums: Record<string, string> = {
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
