import { RedeemCode } from '#client/features/shop/redeem-code.tsx';
import { Wallet } from '#client/features/wallet/wallet.tsx';
import { useIsOn } from '#client/lib/site.ts';

/** Combines two features: the wallet and the codes (shop). */
export function WalletPage() {
  return <Wallet redeem={useIsOn()('shop') && <RedeemCode />} />;
}
