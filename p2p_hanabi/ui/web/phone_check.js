import { connect } from "./channel.js";

const channel = connect({
  onSnapshot({ words }) {
    document.querySelector("h1").textContent = words;
    channel.send({});
  },
  onState() {},
});
