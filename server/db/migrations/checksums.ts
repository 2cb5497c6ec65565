/**
 * The SHA-256 of each migration's file. A database stores those it has applied, and a start compares
 * them. Never change one that was released: add a migration instead.
 */
export const checksums: Record<string, string> = {
  '0001_foundation': 'e8a94cca2b92ba522f20269852bbf376a6c47891ccc7993fcd3c79ac59144571',
  '0002_identity': 'e632777729b66911a0b131f129cfa1d66dc68249cce0fbd76b9db1b3f0926b0e',
  '0003_accounts': '6de465b31116e1735e11d439d6a37b48f966e048c85073dd67f1fe86b30a3712',
  '0004_news': '23b0884ce8cbdb4a962194871641c45435e824e47cfefcab9f6fcd0469f45c21',
  '0005_events': '99e9d60b8199a8ced688584d7f0744bfe5877e8f907c17aa0f35a33d076c6876',
  '0006_hiscores': '5f21abaaa8aa974b65213930bc76235b6b396760c97ba4591b2ac7eb84c59b1e',
  '0007_polls': '25257ebce660e67d45cb6941a9143e62e77dbc50d997fe279b02239dda02b34d',
  '0008_wallet': '7b3ff03aef6523271440a955b81fa7418500b0b83ff97ad2d9d8593de45ca811',
  '0009_purchases': '4098efee7127db3b124d39871f9aee0bccb75fa5b2053e6a720d93c625b73582',
  '0010_sanctions': '2607650ed2ec0063d6f99b318855d19c5d920c3c67417cfe1cf5308531b91996',
  '0011_payments': 'f5fe1b8fbf25ab547455cedc240c50605d6bfebbff86571908282fe69248c35f',
  '0012_shop': '03f31aa228e05a6caf0c57e24090249c380566f721dc67a56d064f03410b5e8c',
  '0013_bridge': '6bb3602116467ded1bbf04dde087035ebed1535af4089b9aceda3e1da7bf130d',
  '0014_admin': '38118be6e5f58c15e4d5ac2b94433a8b8ff73787ffab81c2a49f5b5f7070c4ef',
  '0017_session_ends': '3203882318ae0ced5c4b101402bdca3fec67df080633eeae8bda8e66503dd5ef',
};
