/** The custom properties come from the site's style sheet; the fallbacks are for when it is missing. */
export const sandboxStyle = `
.checkout {
  display: grid;
  grid-template-rows: auto auto 1fr auto;
  font-family: var(--font-sans, Arial, sans-serif);
  --numerals: lining-nums tabular-nums;
}
.checkout .banner {
  padding: 10px var(--gutter, 16px);
  text-align: center;
  line-height: 1.35;
  color: #2b1205;
  background: repeating-linear-gradient(-45deg, #f0a04b 0 18px, #e8913a 18px 36px);
  border-bottom: 1px solid #0d0b0a;
}
.checkout header {
  padding: 26px var(--gutter, 16px) 0;
  text-align: center;
}
.checkout .brand {
  display: inline-block;
  padding: 6px 10px;
  font: 700 1.6rem/1.2 var(--font-display, serif);
  letter-spacing: 0.08em;
  color: var(--gold-400, #f3c660);
  text-decoration: none;
  text-shadow: 0 2px 8px rgb(0 0 0 / 80%);
}
.checkout main {
  display: grid;
  grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
  align-items: start;
  align-content: start;
  gap: 24px;
  width: 100%;
  max-width: 1000px;
  margin: 0 auto;
  padding: 26px var(--gutter, 16px) 40px;
}
.checkout section {
  padding: clamp(20px, 3vw, 32px);
  border: 1px solid transparent;
  border-radius: var(--r, 10px);
  background:
    var(--stone-face, #211b17) padding-box,
    var(--stone-inlay, #6f4c14) border-box,
    #14110f border-box;
  box-shadow: 0 0 0 1px #0d0b0a, var(--inner-light, 0 0 transparent), var(--shadow-2, 0 0 transparent);
}
.checkout .to { color: var(--muted, #b9a88a); }
.checkout h1 { margin-top: 4px; font-size: clamp(2.2rem, 6vw, 3rem); color: var(--gold-300, #ffe09a); }
.checkout h2 { margin-bottom: 18px; font-size: 1.25rem; }
.checkout dl { margin: 24px 0; border-top: 1px solid var(--line, #42372e); }
.checkout dl div {
  display: flex;
  justify-content: space-between;
  gap: 16px;
  padding: 12px 0;
  border-bottom: 1px solid var(--line, #42372e);
}
.checkout dd { white-space: nowrap; }
.checkout .sum { font-weight: 700; color: var(--heading, #faf3e3); }
.checkout .back {
  display: flex;
  align-items: center;
  justify-content: center;
  min-height: 44px;
  padding: 8px 16px;
  border-radius: 8px;
  text-align: center;
  font-weight: 700;
  line-height: 1.25;
  color: var(--bone-100, #f1e6cc);
  text-decoration: none;
  background: linear-gradient(180deg, #43382f 0, #332a23 48%, #29211c 100%);
  box-shadow: inset 0 1px 0 rgb(255 231 173 / 24%), inset 0 0 0 1px rgb(217 165 58 / 34%), 0 0 0 1px #0d0b0a;
}
.checkout .back:hover { color: var(--gold-300, #ffe09a); }
.checkout form { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
.checkout .field { display: grid; gap: 6px; font-weight: 700; line-height: 1.3; color: var(--bone-200, #e3d3ae); }
.checkout .wide, .checkout .pay, .checkout .cards { grid-column: 1 / -1; }
.checkout input {
  width: 100%;
  min-height: 46px;
  padding: 8px 13px;
  border: 1px solid #0d0b0a;
  border-radius: var(--r-sm, 7px);
  font: 400 1.0625rem/1.4 var(--font-sans, Arial, sans-serif);
  letter-spacing: 0.04em;
  color: var(--bone-100, #f1e6cc);
  background: #0f0c0a;
  box-shadow: inset 0 2px 6px #000, 0 0 0 1px rgb(217 165 58 / 38%);
}
.checkout input[aria-invalid] { box-shadow: inset 0 2px 6px #000, 0 0 0 1px var(--blood-400, #ff8a7a); }
.checkout input:focus-visible { outline: 2px solid var(--gold-300, #ffe09a); outline-offset: 2px; }
.checkout .pay {
  display: flex;
  align-items: center;
  justify-content: center;
  min-height: 54px;
  padding: 10px 24px;
  border-radius: 8px;
  font: 800 1.12rem/1.2 var(--font-display, serif);
  letter-spacing: 0.05em;
  color: #2b1a05;
  text-decoration: none;
  text-shadow: 0 1px 0 rgb(255 243 207 / 55%);
  background: linear-gradient(180deg, #ffeab6 0, #f6cd6b 34%, #dba93f 62%, #bf8a2b 100%);
  box-shadow: inset 0 1px 0 #fff6da, inset 0 -2px 0 rgb(80 48 6 / 50%), 0 0 0 1px #3b2607, 0 3px 0 #4a2f08;
}
.checkout .pay:hover { filter: brightness(1.07); }
.checkout .problem {
  margin-bottom: 18px;
  padding: 10px 14px;
  border-left: 4px solid var(--blood-400, #ff8a7a);
  border-radius: 4px;
  color: #ffd9d2;
  background: rgb(125 32 25 / 35%);
}
.checkout .cards { margin-top: 10px; }
.checkout legend { margin-bottom: 8px; font-size: 0.95rem; color: var(--muted, #b9a88a); }
.checkout .cards button {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 2px 16px;
  width: 100%;
  min-height: 44px;
  padding: 6px 12px;
  border-top: 1px solid var(--line-soft, #2f2721);
  text-align: left;
  line-height: 1.3;
}
.checkout .cards button:hover { background: rgb(243 198 96 / 9%); }
.checkout .digits { color: var(--bone-100, #f1e6cc); white-space: nowrap; }
.checkout .about { color: var(--muted, #b9a88a); }
.checkout .note { grid-column: 1 / -1; justify-self: center; max-width: 520px; text-align: center; }
.checkout .note h1 { font-size: 1.8rem; }
.checkout .note p { margin: 14px 0 24px; }
.checkout footer { padding: 0 var(--gutter, 16px) 28px; text-align: center; font-size: 0.95rem; color: var(--muted, #b9a88a); }
@media (max-width: 760px) {
  .checkout header { padding-top: 16px; }
  .checkout main { grid-template-columns: minmax(0, 1fr); gap: 16px; padding-top: 16px; }
}
`;
