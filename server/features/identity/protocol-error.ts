/** Google's Identity Toolkit codes, which the browser's SDK knows. Text after ` : ` is shown to the user. */
export type ProtocolCode =
  | 'ADMIN_ONLY_OPERATION'
  | 'EMAIL_NOT_FOUND'
  | 'EXPIRED_OOB_CODE'
  | 'INVALID_ARGUMENT'
  | 'INVALID_EMAIL'
  | 'INVALID_GRANT_TYPE'
  | 'INVALID_ID_TOKEN'
  | 'INVALID_LOGIN_CREDENTIALS'
  | 'INVALID_OOB_CODE'
  | 'INVALID_PASSWORD'
  | 'INVALID_REFRESH_TOKEN'
  | 'MISSING_EMAIL'
  | 'MISSING_GRANT_TYPE'
  | 'MISSING_ID_TOKEN'
  | 'MISSING_OOB_CODE'
  | 'MISSING_PASSWORD'
  | 'MISSING_REFRESH_TOKEN'
  | 'MISSING_REQ_TYPE'
  | 'OPERATION_NOT_ALLOWED'
  | 'TOKEN_EXPIRED'
  | 'TOO_MANY_ATTEMPTS_TRY_LATER'
  | 'USER_DISABLED'
  | 'USER_NOT_FOUND'
  | 'WEAK_PASSWORD';

export class ProtocolError extends Error {
  constructor(code: ProtocolCode, detail?: string) {
    super(detail === undefined ? code : `${code} : ${detail}`);
  }
}
