/** The looks of callouts and toasts. */
export const messageLooks = {
  info: { icon: 'info', tone: 'sky' },
  success: { icon: 'check', tone: 'moss' },
  warning: { icon: 'warning', tone: 'ember' },
  danger: { icon: 'danger', tone: 'blood' },
} as const;

export type MessageTone = keyof typeof messageLooks;
