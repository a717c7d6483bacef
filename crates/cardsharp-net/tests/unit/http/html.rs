use super::*;

#[test]
fn data_of_a_script_stay_inside_and_are_read_back() {
    let texts = ["</script><script>alert(1)</script>", "<!--", "\u{2028}\u{2029}", "\"'&\\"];
    let json = script_data(&texts).unwrap().into_string();
    assert!(!json.contains(['<', '\u{2028}', '\u{2029}']), "{json}");
    assert_eq!(serde_json::from_str::<[String; 4]>(&json).unwrap(), texts);
}
